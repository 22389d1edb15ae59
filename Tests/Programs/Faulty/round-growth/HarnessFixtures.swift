// fault: round-growth
// verdict: likely
// proof: run
// says: each test of the harness disposes what is in its bag, but what records the bus was not put into it

import SignalTracing
import Signals

private struct Event: Sendable {
  let topic: String
}

/// Runs tests one after the other, each with a bag of its own.
private struct Harness {
  let bus = PublishSubject<Event>()
  let late = Shared(0)

  private func setUp(_ test: Int, isOver: Shared<Bool>) -> DisposeBag {
    let bag = DisposeBag()
    let recording = bus.subscribe(next: { [late] _ in if isOver.value { late.update { $0 += 1 } } })  // LEAK
    if mended { recording.disposed(by: bag) }
    bus.filter { $0.topic == "error" }.subscribe(next: { _ in }).disposed(by: bag)
    bus.filter { $0.topic == "test\(test)" }.take(3).subscribe(next: { _ in }).disposed(by: bag)
    return bag
  }

  func run(_ test: Int) {
    Trace.mark("test \(test)")
    let isOver = Shared(false)
    let bag = setUp(test, isOver: isOver)
    for _ in 0..<5 {
      bus.next(Event(topic: "test\(test)"))
      pause(milliseconds: 2)
    }
    isOver.update { $0 = true }
    bag.dispose()
  }
}

enum HarnessFixtures: LeakProgram {
  static func run() {
    let harness = Harness()
    for test in 0..<14 { harness.run(test) }
    print("events recorded by tests that were over", harness.late.value)
  }
}
