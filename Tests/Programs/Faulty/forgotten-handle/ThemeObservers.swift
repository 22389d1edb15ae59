// fault: forgotten-handle
// verdict: likely
// proof: run
// says: every window observes the theme's notification, and forgets the handle when it closes

import Foundation
import Signals
import SignalsFoundation

private final class Window: Sendable {
  private let bag = DisposeBag()

  func open(_ name: Notification.Name) {
    let theme = Signal<Int>.fromNotifications(named: name) { _ in 1 }
    if mended {
      theme.subscribe(next: { _ in }).disposed(by: bag)
    } else {
      _ = theme.subscribe(next: { _ in })  // LEAK
    }
  }

  func close() { bag.dispose() }
}

/// Opens and closes windows, each of which follows the theme.
enum ThemeObservers: LeakProgram {
  static func run() {
    let name = Notification.Name("theme")
    for _ in 0..<25 {
      let window = Window()
      window.open(name)
      NotificationCenter.default.post(name: name, object: nil)
      pause(milliseconds: 3)
      window.close()
    }
    pause(milliseconds: 50)
  }
}
