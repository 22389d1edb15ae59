// fault: timer-left
// verdict: suspect
// proof: run
// says: a firing that is over is no longer measured, but the clock that logs it every few milliseconds goes on

import Signals

/// One firing of the kiln.
private final class Firing {
  private var measuring: Subscription?
  private var logging: Subscription?
  private let lines = Shared<[Int]>([])

  func light(_ sensor: PublishSubject<Int>, _ clock: QueueScheduler) {
    let newest = Shared(20)
    measuring = sensor.subscribe(next: { degrees in newest.update { $0 = degrees } })
    logging = Signal<Int>.interval(.milliseconds(3), on: clock)
      .subscribe(next: { [lines] _ in lines.update { $0.append(newest.value) } })  // LEAK
  }

  func letCool() {
    measuring?.dispose()
    if mended { logging?.dispose() }
    measuring = nil
    logging = nil
  }

  var logged: Int { lines.value.count }
}

enum PotteryKiln: LeakProgram {
  static func run() {
    let sensor = PublishSubject<Int>()
    let clock = QueueScheduler("kiln")
    let door = sensor.filter { $0 < 60 }.subscribe(next: { _ in })
    var logged = 0
    for batch in 0..<9 {
      let firing = Firing()
      firing.light(sensor, clock)
      for step in 0..<4 {
        sensor.next(20 + step * 300 + batch)
        pause(milliseconds: 3)
      }
      firing.letCool()
      logged += firing.logged
    }
    for step in 0..<12 {
      sensor.next(900 - step * 70)
      pause(milliseconds: 8)
    }
    print("lines", logged > 0)
    door.dispose()
  }
}
