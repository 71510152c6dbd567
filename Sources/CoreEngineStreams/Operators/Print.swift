extension Publisher {
  /// Writes a line about everything that passes, to find out what a pipeline does.
  ///
  ///     input   --1--2--|
  ///     print()    writes receive subscription, receive value: (1), receive value: (2),
  ///                receive finished
  ///     output  --1--2--|
  ///
  /// The other lines are `receive error: (…)` and, when downstream cancels before the end,
  /// `receive cancel`.
  ///
  /// - Parameters:
  ///   - prefix: What each line begins with, before a colon; without one, if it is empty.
  ///   - write: Called with each line. It may be called on another thread when downstream cancels
  ///     there.
  /// - Returns: A publisher of the same values, which ends as this one does.
  public func print(
    _ prefix: String = "", to write: @escaping @Sendable (String) -> Void = { Swift.print($0) }
  ) -> Publishers.HandleEvents<Self> {
    let start = prefix.isEmpty ? "" : prefix + ": "
    return handleEvents(
      receiveSubscription: { _ in write(start + "receive subscription") },
      receiveOutput: { write(start + "receive value: (\($0))") },
      receiveCompletion: { completion in
        switch completion {
        case .finished: write(start + "receive finished")
        case .failure(let error): write(start + "receive error: (\(error))")
        }
      },
      receiveCancel: { write(start + "receive cancel") })
  }
}
