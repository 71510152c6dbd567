// The signatures of Apple's `os` that CoreEngine uses, to type-check against where there is no such
// module. Nothing of this ever runs.

public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  public init(uncheckedState initialState: State) { fatalError() }

  public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
    fatalError()
  }
}
