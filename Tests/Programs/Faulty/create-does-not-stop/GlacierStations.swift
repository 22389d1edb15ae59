// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: the closure asks the station again and again by itself, and returns nothing by which that could be stopped

import Dispatch
import Signals

/// A station on the ice that answers after a while.
private final class Station: Sendable {
  private let line = DispatchQueue(label: "station")
  private let asked = Shared(0)

  func ask(_ answer: @escaping @Sendable (Int) -> Void) {
    line.asyncAfter(deadline: .now() + .milliseconds(2)) { [asked] in
      answer(
        asked.update {
          $0 += 1
          return $0
        })
    }
  }

  var questions: Int { asked.value }
}

/// The movements of the ice, as long as somebody wants to know.
private func movements(of station: Station) -> Signal<Int> {
  Signal<Int>.create { subscriber in  // LEAK
    let isOver = Shared(false)
    askAgain(station, subscriber, until: isOver)
    return mended ? Disposable { isOver.update { $0 = true } } : nil  // LEAK
  }
}

private func askAgain(_ station: Station, _ subscriber: Subscriber<Int>, until isOver: Shared<Bool>) {
  station.ask { millimetres in
    guard !isOver.value, millimetres < 1500 else { return }
    subscriber.next(millimetres)
    askAgain(station, subscriber, until: isOver)
  }
}

enum GlacierStations: LeakProgram {
  static func run() {
    let station = Station()
    let seen = Shared(0)
    for _ in 0..<5 {
      let first = Flag()
      let look = movements(of: station).subscribe(next: { _ in
        seen.update { $0 += 1 }
        first.raise()
      })
      first.wait()
      pause(milliseconds: 8)
      look.dispose()
      pause(milliseconds: 15)
    }
    pause(milliseconds: 60)
    print("asked more often than seen", station.questions > seen.value + 10)
  }
}
