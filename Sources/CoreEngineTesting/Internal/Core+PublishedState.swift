internal import CoreEngineStreams
internal import CoreEngineSync

extension Core {
  /// What publishes the state, if it is a stored property with `@Published`.
  var publishedState: Published<State>.Publisher? {
    var mirror: Mirror? = Mirror(reflecting: self)
    while let level = mirror {
      for child in level.children where child.label == "_state" {
        if let state = child.value as? Published<State> { return state.projectedValue }
      }
      mirror = level.superclassMirror
    }
    return nil
  }
}
