// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: the disposable of create reaches the poller by a weak reference, and nobody else holds it: the polling is never stopped

import Signals

private final class Poller: Sendable {
  let isStopped = Shared(false)
  func stop() { isStopped.update { $0 = true } }
}

/// A port that is polled on a queue of its own, for whoever listens.
private final class Port: Sendable {
  private let line = QueueScheduler("port")

  func bytes() -> Signal<Int> {
    Signal<Int>.create { [line] subscriber in  // LEAK
      let poller = Poller()
      let polling = line.schedule(after: .milliseconds(1), every: .milliseconds(2)) {
        subscriber.next(0x20)
      }
      if mended {
        return Disposable {
          poller.stop()
          polling.dispose()
        }
      }
      return Disposable { [weak poller] in  // LEAK
        guard let poller else { return }
        poller.stop()
        polling.dispose()
      }
    }
  }
}

enum SerialPorts: LeakProgram {
  static func run() {
    let port = Port()
    for baud in 0..<12 {
      let reading = port.bytes().map { $0 + baud }.subscribe(next: { _ in })
      pause(milliseconds: 7)
      reading.dispose()
    }
    pause(milliseconds: 30)
  }
}
