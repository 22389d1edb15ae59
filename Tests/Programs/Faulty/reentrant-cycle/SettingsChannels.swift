// fault: reentrant-cycle
// verdict: finding
// proof: run
// says: the store answers with one more than it was told, the form tells it so, and so on

import Signals

/// A form and a store that are bound to each other; the store shows one step more than it was told.
enum SettingsChannels: LeakProgram {
  static func run() {
    let form = PublishSubject<Int>()  // LEAK
    let store = PublishSubject<Int>()  // LEAK
    let bag = DisposeBag()
    form.distinctUntilChanged().filter { $0 < 400 }
      .subscribe(next: { store.next($0) }).disposed(by: bag)  // LEAK
    store.map { mended ? $0 : $0 + 1 }  // LEAK
      .subscribe(next: { form.next($0) }).disposed(by: bag)  // LEAK
    form.next(7)
    pause(milliseconds: 60)
    bag.dispose()
  }
}
