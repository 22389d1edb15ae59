// healthy: a handful of watchers is set up at the start and never disposed: they are meant for the life of the program, which is killed
// allows: nothing

import Signals

/// Watchers for the life of a server.
enum NightWatch: LeakProgram {
  static func run() {
    let clock = QueueScheduler("night")
    let doors = PublishSubject<Int>()
    doors.filter { $0 < 0 }.subscribe(next: { print("alarm", $0) }).forever()
    doors.distinctUntilChanged().subscribe(next: { _ in }).forever()
    Signal<Int>.interval(.milliseconds(5), on: clock).subscribe(next: { _ in }).forever()
    for round in 0..<30 {
      doors.next(round % 3)
      pause(milliseconds: 3)
    }
    killed()
  }
}

extension Disposable {
  /// Nobody needs the handle.
  fileprivate func forever() {}
}
