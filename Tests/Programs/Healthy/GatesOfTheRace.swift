// healthy: a subject that others wait at is replaced by another one, again and again
// says: Each gate is completed before the next takes its place, and whoever waits at it is let through.
// allows: nothing

import Signals

private final class Course {
  private var gate = AsyncSubject<Int>()
  private let passed = Shared(0)

  func wait(_ rider: Int) {
    _ = gate.map { $0 + rider }.subscribe(next: { [passed] _ in passed.update { $0 += 1 } })
  }

  func open(_ heat: Int) {
    let before = gate
    gate = AsyncSubject<Int>()
    before.next(heat)
    before.completed()
  }

  var count: Int { passed.value }
}

enum GatesOfTheRace: LeakProgram {
  static func run() {
    let course = Course()
    for heat in 0..<20 {
      for rider in 0..<4 {
        course.wait(rider)
        pause(milliseconds: 1)
      }
      course.open(heat)
    }
    print("passed", course.count)
  }
}
