// healthy: dropped values in small numbers, sessions that come and go on three threads
// says: A session that is closed while a value is on its way loses that value, as it should.
// allows: nothing

import Dispatch
import Signals
import Synchronization

private final class Session: Sendable {
  let received = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ ticks: Signal<Int>, _ alerts: Signal<Int>) {
    ticks.merge(alerts).subscribe(next: { [weak self] _ in self?.received.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum ThreadedSessions: LeakProgram {
  static func run() {
    let ticks = PublishSubject<Int>()
    let alerts = PublishSubject<Int>()
    let isOver = Shared(false)
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      var tick = 0
      while !isOver.value {
        ticks.next(tick)
        tick += 1
        if tick % 5 == 0 { pause(milliseconds: 1) }
      }
    }
    for number in 0..<2 {
      DispatchQueue.global().async(group: group) {
        for _ in 0..<60 {
          let session = Session(ticks, alerts)
          alerts.next(number)
          withExtendedLifetime(session) { pause(milliseconds: 2) }
        }
      }
    }
    pause(milliseconds: 220)
    isOver.update { $0 = true }
    group.wait()
  }
}
