// fault: overwritten-handle
// verdict: likely
// proof: run
// says: a new address makes a new link, whose timer takes the place of the timer of the old one, which goes on flushing

import Signals

private enum Link {
  case down
  case up(host: String, flushing: Subscription)
}

/// Gathers counters and sends them every few milliseconds to where the metrics are kept.
private final class Statsd {
  private let clock = QueueScheduler("statsd")
  private let counters = Shared([String: Int]())
  private let sent = Shared([String: Int]())
  private var link = Link.down

  func increment(_ counter: String) { counters.update { $0[counter, default: 0] += 1 } }

  func connect(to host: String) {
    if mended, case .up(_, let flushing) = link { flushing.dispose() }
    let flushing = Signal<Int>.interval(.milliseconds(4), on: clock)
      .compactMap { [counters] _ in counters.update { $0.popFirst() } }
      .subscribe(next: { [sent] _ in sent.update { $0[host, default: 0] += 1 } })  // LEAK
    link = .up(host: host, flushing: flushing)
  }

  func close() -> Int {
    if case .up(_, let flushing) = link { flushing.dispose() }
    link = .down
    return sent.value.count
  }
}

/// A service whose metrics host moves now and then.
enum StatsdClient: LeakProgram {
  static func run() {
    let addresses = PublishSubject<String>()
    let statsd = Statsd()
    let moves = Shared(0)
    let log = addresses.distinctUntilChanged().subscribe(next: { _ in moves.update { $0 += 1 } })
    for address in ["10.0.0.4", "10.0.0.9", "10.0.0.9", "10.0.1.2", "10.0.3.7"] {
      let before = moves.value
      addresses.next(address)
      if moves.value > before { statsd.connect(to: address) }
      for request in 0..<5 {
        statsd.increment("requests.\(request)")
        pause(milliseconds: 4)
      }
    }
    log.dispose()
    let hosts = statsd.close()
    pause(milliseconds: 60)
    print("moves", moves.value, "hosts", hosts > 0)
  }
}
