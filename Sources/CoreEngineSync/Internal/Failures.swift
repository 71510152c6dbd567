/// Stops the program because a reducer changed the state of the core that it was reducing for.
///
/// - Parameter core: The type of that core, or what to say in its place.
@usableFromInline
func failForStateChangedByReduce(in core: CoreName) -> Never {
  // Not a precondition: those lose their message in release builds.
  fatalError(
    """
    CoreEngine: the state of \(core) changed while its reducer ran. Most likely \
    `reduce(state:action:)` called `action` on its own core (or set `state`): that change would \
    now be overwritten by the outer result. A reducer only computes the next state. Return a \
    state that has both effects, or send the second action from an observer, from an effect, or \
    after `action` has returned.
    """)
}

#if hasFeature(Embedded)
  // Types have no names there.
  @usableFromInline typealias CoreName = StaticString
#else
  @usableFromInline typealias CoreName = Any.Type
#endif
