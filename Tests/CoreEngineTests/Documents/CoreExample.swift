import CoreEngine

enum CoreExample {
  @MainActor class ViewController {
    var subscription: Set<AnyCancellable> = []

    let label = UILabel()
    let increaseButton = UIButton()
    let decreaseButton = UIButton()
    var core: MainCore = .init()

    func increaseButtonTapped() {
      self.core.action(.increase)
    }

    func decreaseButtonTapped() {
      self.core.action(.decrease)
    }

    func multipleActions() {
      self.core(.increase, .decrease)  // @dynamicCallable syntax
    }

    func bind() {
      core.$state.map(\.count)
        .sink { [weak self] count in
          self?.label.text = "\(count)"
        }
        .store(in: &subscription)
    }
  }

  // Core conformance — unchanged call syntax
  class MainCore: Core {
    enum Action: Equatable, Hashable {
      case increase
      case decrease
    }

    struct State: Equatable, Sendable {
      var count = 0
    }

    @Published var state: State = .init()

    func reduce(state: State, action: Action) -> State {
      var newState = state
      switch action {
      case .decrease: newState.count -= 1
      case .increase: newState.count += 1
      }
      return newState
    }
  }
}
