/// Values derived from the states of a core, without repeats: `core.states.count`, or
/// `core.select { $0.items.count }`.
///
/// Each iteration compares for itself, so it begins with the current value and gets a later one only
/// if it differs from the last one delivered. All else is as for ``AsyncCoreStates``. A property of
/// it is again such a sequence: `core.states.user.name`.
///
/// ```swift
/// for await count in core.states.count {
///   print(count)
/// }
/// ```
@frozen
@dynamicMemberLookup
public struct AsyncCoreSelection<State: CoreState, Value: Equatable & Sendable>: AsyncSequence,
  Sendable
{
  /// What is derived from a state.
  public typealias Element = Value

  /// It does not fail.
  public typealias Failure = Never

  @usableFromInline let states: AsyncCoreStates<State>
  @usableFromInline let transform: @Sendable (State) -> Value

  @inlinable
  init(states: AsyncCoreStates<State>, transform: @escaping @Sendable (State) -> Value) {
    self.states = states
    self.transform = transform
  }

  /// The values of one property of the value, without repeats.
  ///
  /// - Parameter keyPath: The way from the value to the property.
  @inlinable
  public subscript<Property: Equatable & Sendable>(
    dynamicMember keyPath: any KeyPath<Value, Property> & Sendable
  ) -> AsyncCoreSelection<State, Property> {
    AsyncCoreSelection<State, Property>(states: states) { [transform] in
      transform($0)[keyPath: keyPath]
    }
  }

  /// Begins an iteration.
  ///
  /// - Returns: An iteration of its own.
  @inlinable
  public func makeAsyncIterator() -> Iterator {
    Iterator(states: states.makeAsyncIterator(), transform: transform)
  }

  /// One iteration over the values, for one task.
  @frozen
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline var states: AsyncCoreStates<State>.Iterator
    @usableFromInline let transform: @Sendable (State) -> Value
    @usableFromInline var last: Value?

    @inlinable
    init(
      states: AsyncCoreStates<State>.Iterator, transform: @escaping @Sendable (State) -> Value
    ) {
      self.states = states
      self.transform = transform
    }

    /// The next value, once there is one.
    ///
    /// - Returns: `nil` when the task is cancelled, or the core is gone and all has been delivered.
    @inlinable
    public mutating func next() async -> Value? {
      while let state = await states.next() {
        if let value = changed(state) { return value }
      }
      return nil
    }

    /// The next value, once there is one, without leaving the caller's isolation.
    ///
    /// - Parameter actor: The caller's isolation.
    /// - Returns: `nil` when the task is cancelled, or the core is gone and all has been delivered.
    @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
    @inlinable
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
      while let state = await states.next(isolation: actor) {
        if let value = changed(state) { return value }
      }
      return nil
    }

    @inlinable
    mutating func changed(_ state: State) -> Value? {
      let value = transform(state)
      if let last, last == value { return nil }
      last = value
      return value
    }
  }
}

// An iteration belongs to one task: not inferred, as it would be of a frozen struct.
@available(*, unavailable)
extension AsyncCoreSelection.Iterator: Sendable {}
