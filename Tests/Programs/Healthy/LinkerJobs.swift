// healthy: hundreds of values wait in a queue
// says: All objects are there at once and four are linked at a time; the queue is long at first, and empty in the end.
// allows: nothing

import Signals

private struct ObjectFile: Sendable {
  let number: Int
}

private final class Linker: Sendable {
  private let workers = VirtualTimeScheduler()
  let linked = Shared(0)

  private func link(_ object: ObjectFile) -> Signal<Int> {
    Signal<Int>.timer(after: .milliseconds(object.number % 3 + 1), on: workers).map { _ in object.number }
  }

  func link(_ objects: Signal<ObjectFile>) -> Signal<Int> {
    objects.flatMap(maxConcurrent: 4) { self.link($0) }
      .do(onNext: { [linked] _ in linked.update { $0 += 1 } })
  }

  func work() { workers.advance(by: .milliseconds(8)) }
}

enum LinkerJobs: LeakProgram {
  static func run() {
    let linker = Linker()
    let isDone = Shared(false)
    let objects = PublishSubject<ObjectFile>()
    _ = linker.link(objects).subscribe(next: { _ in }, completed: { isDone.update { $0 = true } })
    for number in 0..<600 { objects.next(ObjectFile(number: number)) }
    objects.completed()
    while !isDone.value {
      linker.work()
      pause(milliseconds: 1)
    }
    print("linked", linker.linked.value)
    pause(milliseconds: 10)
  }
}
