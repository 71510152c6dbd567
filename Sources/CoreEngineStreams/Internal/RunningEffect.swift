/// The subscriber of an effect: passes its values and its failure to a core.
@usableFromInline
final class RunningEffect<Target: PublisherCore, Failure: Error>: Subscriber {
  @usableFromInline let connection = Connection()

  private weak var core: Target?

  /// What stands for this effect in the core's `subscription`. Weak, since the token's release is
  /// what ends the effect.
  @usableFromInline weak var token: AnyCancellable?

  @usableFromInline
  init(core: Target) {
    self.core = core
  }

  @usableFromInline
  func receive(subscription: any Subscription) {
    connection.connect(subscription)
  }

  @usableFromInline
  func receive(_ input: Target.Action) -> Bool {
    guard connection.isOpen, let core else { return false }
    core.action(input)
    return connection.isOpen
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) {
    guard connection.finish() else { return }
    leave()
    if case .failure(let error) = completion {
      ErrorHandling.handle(unwrapped(error)) { core }
    }
  }

  /// Takes this effect out of the core's `subscription`.
  private func leave() {
    guard let core, let token else { return }
    // Held until after the access to `subscription`: its release may call out.
    let removed = core.subscription.remove(token)
    withExtendedLifetime(removed) {}
  }
}
