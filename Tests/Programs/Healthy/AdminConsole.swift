// healthy: some of a kind end, others do not; they differ in age and thread
// says: The operator's console is a client like the others, opened by main at the start and used until the end.
// allows: nothing

import Signals
import Synchronization

private final class Console: Sendable {
  private let bag = DisposeBag()
  let lines = Atomic<Int>(0)

  init(_ log: Signal<String>) {
    log
      .filter { !$0.isEmpty }
      .subscribe(next: { [weak self] _ in self?.lines.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum AdminConsole: LeakProgram {
  static func run() {
    let log = PublishSubject<String>()
    let operatorsConsole = Console(log)
    for visitor in 0..<30 {
      onAnotherThread {
        let console = Console(log)
        withExtendedLifetime(console) { for line in 0..<5 { log.next("\(visitor): \(line)") } }
      }
      pause(milliseconds: 2)
    }
    print("lines", operatorsConsole.lines.load(ordering: .relaxed))
  }
}
