import TestSupport

/// What subscribes, cancels, sends and ends from inside each other, and writes down what happens.
///
/// Everything is done twice, by ``RealSubjects`` and by ``ModelSubjects``, each with a chooser that decides
/// alike.
class SubjectWorld {
  private let chooser: any Chooser
  private(set) var history: [String] = []
  private var budget = 60
  private var sent = 0
  private var subscribers = 0

  init(_ chooser: any Chooser) { self.chooser = chooser }

  // What the steps mean.
  func subscribe(_ subscriber: Int) {}
  func cancel(_ subscriber: Int) {}
  func send(_ value: Int) {}
  func complete() {}

  final func run() { while !chooser.isExhausted, budget > 0 { perform(1) } }

  final func received(_ event: String, by subscriber: Int) {
    history.append("\(subscriber): \(event)")
    perform(chooser.choose(3))
  }

  final func released(_ subscriber: Int) {
    history.append("\(subscriber) released")
    perform(chooser.choose(3))
  }

  private func perform(_ count: Int) {
    for _ in 0..<count where budget > 0 {
      budget -= 1
      switch chooser.choose(32) {
      case 0..<11:
        let subscriber = subscribers
        subscribers += 1
        history.append("subscribe \(subscriber)")
        subscribe(subscriber)
      case 11..<19:
        guard subscribers > 0 else { continue }
        let subscriber = chooser.choose(subscribers)
        history.append("cancel \(subscriber)")
        cancel(subscriber)
      case 19..<31:
        sent += 1
        history.append("send \(sent)")
        send(sent)
      default:
        history.append("complete")
        complete()
      }
      history.append("done")
    }
  }
}
