// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: a hand-written merge returns the disposable of its first source only

import Signals

/// Merges the news of two agencies by hand.
enum BothSources: LeakProgram {
  static func run() {
    let first = PublishSubject<String>()
    let second = PublishSubject<String>()
    for reader in 0..<3 {
      let reading = both(first, second).subscribe(next: { _ in })
      first.next("first \(reader)")
      second.next("second \(reader)")
      reading.dispose()
    }
    for number in 0..<12 {
      first.next("first \(number)")
      second.next("second \(number)")
    }
    pause(milliseconds: 30)
  }

  private static func both(_ first: Signal<String>, _ second: Signal<String>) -> Signal<String> {
    .create { subscriber in  // LEAK
      let one = first.subscribe(next: { subscriber.next($0) })
      let two = second.subscribe(next: { subscriber.next($0) })
      return mended ? CompositeDisposable([one, two]) : one
    }
  }
}
