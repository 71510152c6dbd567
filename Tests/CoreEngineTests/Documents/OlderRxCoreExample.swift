import CoreEngine

enum OlderPage {
  protocol RxCore: Core {
    var disposeBag: DisposeBag { get set }

    func mutate(effect: Observable<Action>)
    func handleError(error: Error)
  }
}

extension OlderPage.RxCore {
  public func mutate(effect: Observable<Action>) {
    effect
      .subscribe(
        onNext: { [weak self] in
          if let self {
            self.state = self.reduce(state: self.state, action: $0)
          }

        },
        onError: { [weak self] in
          self?.handleError(error: $0)
        }
      )
      .disposed(by: disposeBag)
  }

  public func handleError(error: Error) {}
}
