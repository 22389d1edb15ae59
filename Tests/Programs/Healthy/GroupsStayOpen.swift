// healthy: some of a kind end, others do not; growth that levels off
// says: A group lives as long as its source, as groupBy defines; there are as many as there are hosts.
// allows: nothing

import Signals
import Synchronization

private struct Line: Sendable {
  let host: String
  let milliseconds: Int
}

private final class Latencies: Sendable {
  private let worst = Mutex<[String: Int]>([:])
  private let bag = DisposeBag()

  func watch(_ lines: Signal<Line>) {
    lines
      .groupBy { $0.host }
      .flatMap { group in group.scan(0) { max($0, $1.milliseconds) }.map { (group.key, $0) } }
      .subscribe(next: { host, milliseconds in self.worst.withLock { $0[host] = milliseconds } })
      .disposed(by: bag)
  }

  var hosts: Int { worst.withLock { $0.count } }
}

enum GroupsStayOpen: LeakProgram {
  static func run() {
    let lines = PublishSubject<Line>()
    let latencies = Latencies()
    latencies.watch(lines)
    for number in 0..<2000 {
      lines.next(Line(host: "host\((number * number) % 37)", milliseconds: number % 90))
      if number % 50 == 0 { pause(milliseconds: 3) }
    }
    print("hosts", latencies.hosts)
  }
}
