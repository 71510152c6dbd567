import TestSupport

extension SubjectWorld {
  /// Runs the library and the model.
  ///
  /// - Parameters:
  ///   - replays: Whether it is about subjects with a current value.
  ///   - chooser: Makes choosers that decide alike.
  /// - Returns: How they differ, if they do.
  static func difference(replays: Bool, _ chooser: () -> some Chooser) -> String? {
    let model = ModelSubjects(chooser(), replays: replays)
    let real = RealSubjects(chooser(), replays: replays)
    model.run()
    real.run()
    if real.history != model.history { return "\(real.history)\nnot\n\(model.history)" }
    if real.probe.count != model.kept {
      return "\(real.probe.count) are kept, not \(model.kept), after \(real.history)"
    }
    real.end()
    return real.probe.count == 0 ? nil : "\(real.probe.count) are left after \(real.history)"
  }
}
