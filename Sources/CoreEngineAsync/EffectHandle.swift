/// An effect of an ``AsyncCore`` that was dispatched. It may be ignored: the core owns the effect.
///
/// ```swift
/// let search = core.dispatch(effect: { .found(try await api.search(text)) })
/// search.cancel()
/// await search.finished()
/// ```
public struct EffectHandle: Sendable {
  let effect: AnyEffect

  init(_ effect: AnyEffect) {
    self.effect = effect
  }

  /// Cancels the effect.
  ///
  /// Its task is cancelled, it is not tried again, and what it throws is no error. Once this has
  /// returned, no action of it begins to be reduced. If it has not started yet, it never does.
  /// Without effect when it has ended.
  public func cancel() { effect.cancel() }

  /// Waits until the effect has ended, or the calling task is cancelled; that does not cancel the
  /// effect.
  ///
  /// It has ended when its work has, and all of its actions, and its error, have been handled. One
  /// that was ignored has ended from the start.
  ///
  /// - Precondition: It is not awaited inside a reduction or `handleError` of the core, which the
  ///   actions of the effect would wait for: neither in its task, nor in a child of it, nor, while
  ///   it goes on, in a `Task` that it has begun. A `Task.detached` is no part of it. Nor does the
  ///   effect itself await it.
  public func finished() async { await effect.finished() }
}
