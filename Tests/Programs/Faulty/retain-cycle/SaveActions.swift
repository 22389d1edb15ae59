// fault: retain-cycle
// verdict: suspect
// proof: run
// says: the form holds its action, the action its closure, the closure the form: none ever goes, nor does what enables the action

import Signals

/// A form that can be saved while the server is there.
private final class AddressForm: Sendable {
  private let stored = Shared(0)
  private let save = Shared<Action<Int, Int>?>(nil)

  init(online: Signal<Bool>) {
    if mended {
      let action = Action<Int, Int>(enabledIf: online) { [weak self] in self?.store($0) ?? .empty() }
      save.update { $0 = action }
    } else {
      let action = Action<Int, Int>(enabledIf: online) { self.store($0) }  // LEAK
      save.update { $0 = action }
    }
  }

  private func store(_ value: Int) -> Signal<Int> {
    stored.update { $0 = value }
    return .just(value)
  }

  func submit(_ value: Int) { save.value?.execute(value) }
}

enum SaveActions: LeakProgram {
  static func run() {
    let online = MutableProperty(true)
    let orders = PublishSubject<Int>()
    let bag = DisposeBag()
    online.signal.distinctUntilChanged().subscribe(next: { _ in }).disposed(by: bag)
    orders.buffer(for: .milliseconds(8), on: QueueScheduler("orders"))
      .subscribe(next: { _ in }).disposed(by: bag)
    for number in 0..<8 {
      let form = AddressForm(online: online.signal)
      form.submit(number)
      orders.next(number)
      pause(milliseconds: 5)
      online.set(number % 3 != 0)
      withExtendedLifetime(form) {}
    }
    for turn in 0..<10 {
      online.set(turn % 2 == 0)
      pause(milliseconds: 3)
    }
    bag.dispose()
  }
}
