// healthy: a stop above `then`, and work without end that begins after it, alive at exit
// says: The progress of starting is shown until the server is ready; then, and that is meant, its load is shown for good.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Console: Sendable {
  let ready = PublishSubject<Void>()
  let shown = Atomic<Int>(0)
  private let clock = QueueScheduler("clock")
  private let bag = DisposeBag()

  func show() {
    let clock = clock
    Signal<Int>.interval(.milliseconds(4), on: clock).map { "starting \($0)" }
      .take(until: ready)
      .ignoreElements()
      .then { Signal<Int>.interval(.milliseconds(5), on: clock).map { "load \($0)" } }
      .subscribe(next: { _ in self.shown.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum PhasedStartup: LeakProgram {
  static func run() {
    let console = Console()
    console.show()
    let requests = PublishSubject<Int>()
    onAnotherThread { pause(milliseconds: 20) }
    console.ready.next(())
    for number in 0..<20 {
      let answer = requests.filter { $0 == number }.take(1).subscribe(next: { _ in })
      requests.next(number)
      withExtendedLifetime(answer) { pause(milliseconds: 4) }
    }
    print("shown", console.shown.load(ordering: .relaxed) > 0)
    withExtendedLifetime(console) { exit(0) }
  }
}
