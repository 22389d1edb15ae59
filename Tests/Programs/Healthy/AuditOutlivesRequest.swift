// healthy: begun for an owner that was disposed before, with the handle let go, while siblings were disposed
// says: The audit of a request is written after the answer was sent, and is over by itself in a moment.
// allows: nothing

import Signals

/// Answers requests; the bag of each is disposed with the answer.
private final class Handler: Sendable {
  private let disk = QueueScheduler("audit")
  private let load = PublishSubject<Int>()
  private let audited = Shared(0)

  func handle(_ request: Int) {
    let bag = DisposeBag()
    load.filter { $0 > request }.subscribe(next: { _ in }).disposed(by: bag)
    load.scan(0, +).subscribe(next: { _ in }).disposed(by: bag)
    for value in 0..<4 { load.next(request + value) }
    bag.dispose()
    _ = Signal<Int>.interval(.milliseconds(3), on: disk).take(request % 3 + 3)
      .subscribe(next: { [audited] _ in audited.update { $0 += 1 } })
  }

  var lines: Int { audited.value }
}

enum AuditOutlivesRequest: LeakProgram {
  static func run() {
    let handler = Handler()
    for request in 0..<30 {
      if request % 4 == 0 { onAnotherThread { handler.handle(request) } } else { handler.handle(request) }
      pause(milliseconds: 6)
    }
    print("lines", handler.lines > 0)
  }
}
