// healthy: everything alive when the process is killed
// says: A store that is killed on purpose has its sessions open; nothing had asked them to end.
// allows: nothing

import Signals
import Synchronization

private final class Session: Sendable {
  private let bag = DisposeBag()
  let writes = PublishSubject<Int>()
  let size = Atomic<Int>(0)

  init(_ flushes: Signal<Int>) {
    writes.scan(0, +).subscribe(next: { [weak self] in self?.size.store($0, ordering: .relaxed) }).disposed(
      by: bag)
    flushes.subscribe(next: { [weak self] _ in self?.size.store(0, ordering: .relaxed) }).disposed(by: bag)
  }
}

enum CrashOnlyStore: LeakProgram {
  static func run() {
    let flushes = PublishSubject<Int>()
    var sessions = (0..<10).map { _ in Session(flushes) }
    for round in 0..<50 {
      for session in sessions { session.writes.next(round) }
      if round % 10 == 9 { flushes.next(round) }
      if round % 5 == 4 { sessions[round % sessions.count] = Session(flushes) }
      pause(milliseconds: 4)
    }
    killed()
  }
}
