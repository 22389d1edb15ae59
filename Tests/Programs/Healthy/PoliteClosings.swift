// healthy: dispose was not passed on
// says: Who leaves a line asks the other side to close it; messages come until the answer does, and that ends the reading.
// allows: nothing

import Signals

/// A line to a station, which goes on sending until it has acknowledged the close.
private final class Line: Sendable {
  let messages = PublishSubject<Int>()
  let acknowledged = PublishSubject<Void>()
  let isClosing = Shared(false)

  var reading: Signal<Int> {
    .create { [self] subscriber in
      _ = messages.take(until: acknowledged).subscribe(next: { subscriber.next($0) })
      return Disposable { self.isClosing.update { $0 = true } }
    }
  }
}

enum PoliteClosings: LeakProgram {
  static func run() {
    let heard = Shared(0)
    for _ in 0..<3 {
      let line = Line()
      let reader = line.reading.subscribe(next: { _ in heard.update { $0 += 1 } })
      var late = 0
      for message in 0..<20 {
        if message == 8 { reader.dispose() }
        line.messages.next(message)
        pause(milliseconds: 5)
        guard line.isClosing.value else { continue }
        late += 1
        if late == 8 { line.acknowledged.next(()) }
      }
    }
    print("heard", heard.value)
  }
}
