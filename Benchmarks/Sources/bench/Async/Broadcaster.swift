/// The limit of the fan-out: an actor that awaits an async throwing reducer and puts each state into
/// the mailbox of each subscriber.
actor Broadcaster<Mailbox: StateMailbox<Count>> {
  private var state = Count()
  private let mailboxes: [Mailbox]

  init(_ mailboxes: [Mailbox]) {
    self.mailboxes = mailboxes
    for mailbox in mailboxes { mailbox.put(state) }
  }

  func action(_ step: Step) async {
    do { state = try await reduce(state, step) } catch { preconditionFailure() }
    for mailbox in mailboxes { mailbox.put(state) }
  }

  @inline(never)
  private func reduce(_ state: Count, _ step: Step) async throws -> Count { state.after(step) }
}
