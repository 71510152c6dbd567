import TestSupport

/// Something that is not as its model has it.
struct Fault: Error {
  let text: String

  static func unless(_ condition: Bool, _ text: @autoclosure () -> String) throws(Fault) {
    if !condition { throw Fault(text: text()) }
  }
}

/// The state machines alone, each against a list.
enum Machines {
  /// Runs one of them.
  ///
  /// - Returns: What is wrong, if anything is.
  static func fault(_ make: () -> some Chooser) -> String? {
    let chooser = make()
    do throws(Fault) {
      switch chooser.choose(6) {
      case 0: return EffectTableComparison.difference(chooser)
      case 1: try TurnQueueCheck().run(chooser)
      case 2: try checkParkingLot(chooser)
      case 3: try checkStateStorage(chooser)
      case 4: try checkRing(chooser)
      default:
        let replays = chooser.oneIn(2)
        return SubjectWorld.difference(replays: replays) {
          let chooser = make()
          for _ in 0..<2 { _ = chooser.choose(1) }
          return chooser
        }
      }
    } catch { return error.text }
    return nil
  }
}
