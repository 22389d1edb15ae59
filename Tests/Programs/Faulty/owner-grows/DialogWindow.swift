// fault: owner-grows
// verdict: suspect
// proof: run
// says: each dialog puts its subscription into the bag of the window, which is never disposed and only grows

import Signals

/// A window that opens one dialog after the other.
enum DialogWindow: LeakProgram {
  static func run() {
    let keys = PublishSubject<Int>()
    let window = Window(keys)
    for dialog in 0..<60 {
      window.openDialog(number: dialog)
      keys.next(dialog)
    }
    for key in 0..<10 { keys.next(key) }
    pause(milliseconds: 30)
    withExtendedLifetime(window) {}
  }
}

private final class Window {
  private let keys: Signal<Int>
  private let bag = DisposeBag()  // LEAK
  private var dialog = DisposeBag()

  init(_ keys: Signal<Int>) {
    self.keys = keys
    keys.subscribe(next: { _ in }).disposed(by: bag)
  }

  func openDialog(number: Int) {
    dialog = DisposeBag()
    keys.filter { $0 > number }.subscribe(next: { _ in })  // LEAK
      .disposed(by: mended ? dialog : bag)
  }
}
