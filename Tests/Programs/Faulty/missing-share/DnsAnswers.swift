// fault: missing-share
// verdict: finding
// proof: run
// says: both kinds of address are filtered out of the same cold answer, so every name is asked for twice

import Signals

private struct Record: Sendable {
  let isV6: Bool
  let address: String
}

private final class Resolver: Sendable {
  let queries = Shared(0)
  private let socket = QueueScheduler("resolver")

  /// Asks the server for all records of a name.
  func records(of name: String) -> Signal<Record> {
    .create { [queries, socket] subscriber in  // LEAK
      queries.update { $0 += 1 }
      return socket.schedule(after: .milliseconds(6)) {
        subscriber.next(Record(isV6: false, address: "192.0.2.\(name.count)"))
        subscriber.next(Record(isV6: true, address: "2001:db8::\(name.count)"))
        subscriber.completed()
      }
    }
  }
}

enum DnsAnswers: LeakProgram {
  static func run() {
    let resolver = Resolver()
    let clock = QueueScheduler("load")
    let load = Signal<Int>.interval(.milliseconds(5), on: clock).subscribe(next: { _ in })
    for name in ["example.org", "example.net", "mail.example", "cdn.example", "api.example", "www.example"] {
      let records = mended ? resolver.records(of: name).share() : resolver.records(of: name)
      let connected = Flag()
      _ = zip(records.filter { !$0.isV6 }, records.filter { $0.isV6 })  // LEAK
        .subscribe(next: { _, _ in }, completed: { connected.raise() })
      connected.wait()
    }
    print("names 6, queries", resolver.queries.value)
    load.dispose()
  }
}
