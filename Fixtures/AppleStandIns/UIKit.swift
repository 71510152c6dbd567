// What the guides use of Apple's UIKit, to compile against where there is no such module.

@MainActor open class UIViewController {
  public init() {}

  open func viewDidLoad() {}
}

@MainActor public final class UILabel {
  public var text: String?

  public init() {}
}

@MainActor public final class UIAction {
  public init(handler: @escaping (UIAction) -> Void) {}
}

@MainActor public final class UIButton {
  public init(primaryAction: UIAction?) {}
}
