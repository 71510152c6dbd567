// What the guides use of Apple's SwiftUI, to compile against where there is no such module. Nothing of
// this ever runs.

@MainActor public protocol View {
  associatedtype Body: View

  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { return fatalError() }
}

@resultBuilder public enum ViewBuilder {
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> { fatalError() }
}

public struct TupleView<Content>: View {
  public var body: Never { return fatalError() }
}

public struct Text: View {
  public init(_ content: some StringProtocol) { fatalError() }

  public var body: Never { return fatalError() }
}

public struct Button: View {
  public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {
    fatalError()
  }

  public var body: Never { return fatalError() }
}

public struct List<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) { fatalError() }

  public var body: Never { return fatalError() }
}

extension View {
  public func task(_ action: @escaping @MainActor () async -> Void) -> some View { self }
}

@propertyWrapper public struct State<Value> {
  public init(wrappedValue: Value) { fatalError() }

  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }
}
