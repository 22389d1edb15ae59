// fault: object-freed
// verdict: likely
// proof: run
// says: doors that are taken out by the carpenter go without closing; their bells still listen to the street

import Signals

/// A street of doors with bells. Most doors are closed before they go; some are just taken out.
enum DoorBell: LeakProgram {
  static func run() {
    let street = QueueScheduler("street")
    let steps = Signal<Int>.interval(.milliseconds(2), on: street).share()
    let lamp = steps.subscribe(next: { _ in })
    for number in 0..<10 {
      let door = Door(number, steps)
      pause(milliseconds: 4)
      if number % 5 != 2 || mended { door.close() }
    }
    pause(milliseconds: 40)
    lamp.dispose()
    pause(milliseconds: 20)
  }
}

private final class Door {
  private let bell = CompositeDisposable()

  init(_ number: Int, _ steps: Signal<Int>) {
    bell.add(steps.filter { $0 % 10 == number }.subscribe(next: { _ in }))  // LEAK
  }

  func close() { bell.dispose() }
}
