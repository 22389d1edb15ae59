// healthy: a queue that grows: deliver on a queue that does not run for a while
// says: Somebody has pressed pause; what was sent meanwhile is printed when the printer goes on.
// allows: nothing

import Dispatch
import Signals
import Synchronization

private final class Printer: Sendable {
  private let motor = DispatchQueue(label: "motor")
  let pages = Atomic<Int>(0)
  private let bag = DisposeBag()

  func connect(_ document: Signal<Int>) {
    document
      .deliver(on: QueueScheduler("printer", target: motor))
      .subscribe(next: { _ in self.pages.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }

  func hold() { motor.suspend() }
  func goOn() { motor.resume() }
}

enum PausedPrinter: LeakProgram {
  static func run() {
    let document = PublishSubject<Int>()
    let printer = Printer()
    printer.connect(document)
    for turn in 0..<3 {
      printer.hold()
      for page in 0..<200 {
        document.next(page + turn)
        if page % 20 == 0 { pause(milliseconds: 2) }
      }
      printer.goOn()
      pause(milliseconds: 20)
    }
    while printer.pages.load(ordering: .relaxed) < 600 { pause(milliseconds: 5) }
    print("pages", printer.pages.load(ordering: .relaxed))
  }
}
