// fault: object-freed
// verdict: likely
// proof: run
// says: a connection that is dropped goes out of memory, and what it has subscribed to goes on without it

import Signals

/// One client of the gateway.
private final class Connection: Sendable {
  private let bag = DisposeBag()
  private let written = Shared<[String]>([])

  func serve(_ broadcasts: Signal<String>, wakeUps: Shared<Int>) {
    let serving = broadcasts.filter { !$0.isEmpty }
      .subscribe(next: { [weak self] text in  // LEAK
        wakeUps.update { $0 += 1 }
        self?.write(text)
      })
      .owned(by: self)
    if mended { serving.disposed(by: bag) }
  }

  private func write(_ text: String) { written.update { $0.append(text) } }
}

/// Accepts connections, of which it keeps the newest three.
private struct Gateway {
  let broadcasts = PublishSubject<String>()
  let wakeUps = Shared(0)
  private var connections: [Connection] = []

  mutating func accept() {
    let connection = Connection()
    connection.serve(broadcasts, wakeUps: wakeUps)
    connections.append(connection)
    if connections.count > 3 { connections.removeFirst() }
  }
}

enum GatewayConnections: LeakProgram {
  static func run() {
    var gateway = Gateway()
    for client in 0..<10 {
      gateway.accept()
      gateway.broadcasts.next("\(client) has joined")
      pause(milliseconds: 4)
    }
    gateway.wakeUps.update { $0 = 0 }
    for number in 0..<40 {
      gateway.broadcasts.next("news \(number)")
      pause(milliseconds: 2)
    }
    print("40 broadcasts to 3 connections woke", gateway.wakeUps.value)
  }
}
