// What the documents' view controllers need of UIKit.

@MainActor class UILabel {
  var text: String?
}

@MainActor class UIButton {}

@MainActor class UIViewController {
  private var isLoaded = false

  func viewDidLoad() {}

  func loadViewIfNeeded() {
    guard !isLoaded else { return }
    isLoaded = true
    viewDidLoad()
  }
}
