// fault: retain-cycle
// verdict: suspect
// proof: weak
// says: the closure holds the view model, the model its bag, and the bag the subscription

import Signals

/// Screens with a view model each, opened and closed.
enum ViewModelCycle: LeakProgram {
  static func run() {
    let account = BehaviorSubject(0)
    for screen in 0..<9 {
      let model = ViewModel(account, screen)
      account.next(screen)
      pause(milliseconds: 3)
      withExtendedLifetime(model) {}
    }
    for value in 0..<20 {
      account.next(value)
      pause(milliseconds: 1)
    }
  }
}

private final class ViewModel: Sendable {
  private let bag = DisposeBag()  // LEAK
  private let title = Shared("")

  init(_ account: Signal<Int>, _ screen: Int) {
    if mended {
      account.subscribe(next: { [weak self] in self?.show($0 + screen) }).disposed(by: bag)
    } else {
      account.subscribe(next: { self.show($0 + screen) }).disposed(by: bag)  // LEAK
    }
  }

  private func show(_ value: Int) { title.update { $0 = "\(value)" } }
}
