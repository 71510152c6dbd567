import CoreEngine

protocol RxCore: Core {
  var disposeBag: DisposeBag { get set }

  func mutate(effect: Observable<Action>)
  func handleError(error: Error)
}

extension RxCore {
  public func mutate(effect: Observable<Action>) {
    effect
      .subscribe(
        onNext: { [weak self] in
          self?.action($0)
        },
        onError: { [weak self] in
          self?.handleError(error: $0)
        }
      )
      .disposed(by: disposeBag)
  }

  public func handleError(error: Error) {}
}
