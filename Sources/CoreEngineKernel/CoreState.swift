/// What a state has to be: comparable, so that equal states are recognised, and safe to read from
/// anywhere.
///
/// A struct or enum of such values needs no more than the two names:
///
/// ```swift
/// struct State: Equatable, Sendable {
///   var count = 0
/// }
/// ```
public typealias CoreState = Equatable & Sendable
