// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: plain connections and those with TLS are closed by handlers of their own, and that of TLS forgets the bag

import Dispatch
import Signals

private final class Connection: Sendable {
  let bag = DisposeBag()

  init(_ packets: Signal<Int>, _ number: Int) {
    packets.filter { $0 == number }.subscribe(next: { _ in }).disposed(by: bag)  // LEAK
  }

  func close() { bag.dispose() }
}

/// A server with a port for each kind; each port has a thread of its own.
enum TlsSessions: LeakProgram {
  static func run() {
    let packets = PublishSubject<Int>()
    let (plain, tls) = (DispatchQueue(label: "80"), DispatchQueue(label: "443"))
    let forgotten = Shared<[Connection]>([])
    for number in 0..<16 {
      let isSecure = number % 2 == 1
      (isSecure ? tls : plain).sync {
        let connection = Connection(packets, number)
        packets.next(number)
        pause(milliseconds: 3)
        if !isSecure || mended { connection.close() } else { forgotten.update { $0.append(connection) } }
      }
    }
    for number in 0..<20 {
      packets.next(number)
      pause(milliseconds: 2)
    }
    killed(holding: forgotten)
  }
}
