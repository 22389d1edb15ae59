// fault: timer-left
// verdict: likely
// proof: run
// says: hanging up disposes what a caller says, not the keep-alive that was begun for the caller

import Glibc
import Signals

private final class Caller {
  private let keepAlive: Subscription
  private let heard: Subscription
  private let sent = Shared(0)

  init(_ lines: Signal<String>, on network: QueueScheduler) {
    heard = lines.filter { !$0.isEmpty }.subscribe(next: { [sent] _ in sent.update { $0 += 1 } })
    keepAlive = Signal<Int>.interval(.milliseconds(6), on: network)
      .subscribe(next: { [sent] _ in sent.update { $0 += 1 } })  // LEAK
  }

  func hangUp() {
    heard.dispose()
    if mended { keepAlive.dispose() }
  }
}

/// A server that pages doctors; its supervisor ends it with SIGTERM while two callers are on the line.
enum PagerServer: LeakProgram {
  static func run() {
    let lines = PublishSubject<String>()
    let network = QueueScheduler("network")
    var callers: [Int: Caller] = [:]
    for number in 0..<14 {
      callers[number] = Caller(lines, on: network)
      lines.next("line \(number)")
      if number > 1 { callers.removeValue(forKey: number - 2)?.hangUp() }
      pause(milliseconds: 9)
    }
    pause(milliseconds: 60)
    kill(getpid(), SIGTERM)
    pause(milliseconds: 2000)
  }
}
