// healthy: begun with the program, alive at its end, handles let go; others at other lines are disposed
// says: Four observers serve the whole app and are nobody's; the screens dispose theirs.
// allows: nothing

import Signals

private let events = PublishSubject<Int>()

private final class ScreenView {
  private let bag = DisposeBag()
  init(_ number: Int) { events.filter { $0 == number }.subscribe(next: { _ in }).disposed(by: bag) }
}

enum AppWideObservers: LeakProgram {
  static func run() {
    _ = events.map { "analytics \($0)" }.subscribe(next: { _ in })
    _ = events.filter { $0 % 10 == 0 }.subscribe(next: { _ in })
    _ = events.scan(0, +).subscribe(next: { _ in })
    _ = events.distinctUntilChanged().subscribe(next: { _ in })
    for number in 0..<40 {
      let screen = ScreenView(number)
      events.next(number)
      pause(milliseconds: 3)
      withExtendedLifetime(screen) {}
    }
  }
}
