// healthy: timers of sessions that are alive at SIGTERM; those of closed ones were disposed
// says: Calls are open for different lengths; whoever hangs up ends both subscriptions, and three talk as the server is ended.
// allows: nothing

import Glibc
import Signals

private final class Call {
  private let bag = DisposeBag()
  private let seconds = Shared(0)

  init(_ voice: Signal<Int>, on clock: QueueScheduler) {
    Signal<Int>.interval(.milliseconds(5), on: clock)
      .subscribe(next: { [seconds] _ in seconds.update { $0 += 1 } })
      .disposed(by: bag)
    voice.buffer(for: .milliseconds(10), count: 4, on: clock).subscribe(next: { _ in }).disposed(by: bag)
  }
}

enum HotelPhones: LeakProgram {
  static func run() {
    let voice = PublishSubject<Int>()
    let clock = QueueScheduler("clock")
    var calls: [Int: Call] = [:]
    for room in 0..<20 {
      calls[room] = Call(voice, on: clock)
      voice.next(room)
      pause(milliseconds: 8)
      if room % 7 != 3 { calls[room] = nil }
    }
    pause(milliseconds: 60)
    kill(getpid(), SIGTERM)
    pause(milliseconds: 2000)
    print(calls.count)
  }
}
