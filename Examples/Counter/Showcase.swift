/// One flavour of core, with an observer that shows what it sees.
protocol Showcase {
  /// Hands an input to the core, and returns when its observer has shown what came of it.
  mutating func apply(_ input: Input) async
}

/// What a core is given.
enum Input {
  case action(CounterAction)

  /// Work that ends with a number to set, or fails.
  case effect(Result<Int, NoAnswer>)
}

/// The error of the effect that fails.
struct NoAnswer: Error, CustomStringConvertible {
  var description: String { "no answer" }
}

/// Where an observer shows what it sees, line by line.
typealias Show = @Sendable (String) -> Void
