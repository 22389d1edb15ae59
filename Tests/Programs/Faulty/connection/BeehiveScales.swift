// fault: connection
// verdict: suspect
// proof: run
// says: each look at a hive connects a publication of its own; both labels go, the connection that nobody kept stays

import Signals

private struct Weight: Sendable {
  let hive: Int
  let grams: Int
}

/// What the scales under the hives send over one radio.
private final class Apiary: Sendable {
  let radio = PublishSubject<Weight>()

  /// Calls `body` with the weights of a hive, of which each is worked out once for all who look.
  func look(at hive: Int, _ body: (Signal<Int>) -> Void) {
    let weights = radio.filter { $0.hive == hive }.map { $0.grams / 10 }.publish()
    let connection = weights.connect()  // LEAK
    body(weights.signal)
    if mended { connection.dispose() }
  }
}

enum BeehiveScales: LeakProgram {
  static func run() {
    let apiary = Apiary()
    let total = apiary.radio.scan(0) { $0 + $1.grams }.subscribe(next: { _ in })
    for visit in 0..<9 {
      apiary.look(at: visit % 3) { weights in
        let gauge = weights.subscribe(next: { _ in })
        let trend = weights.combinePrevious(0) { $1 - $0 }.subscribe(next: { _ in })
        for step in 0..<6 { apiary.radio.next(Weight(hive: step % 3, grams: 30_000 + step)) }
        pause(milliseconds: 4)
        gauge.dispose()
        trend.dispose()
      }
    }
    for step in 0..<30 {
      apiary.radio.next(Weight(hive: step % 3, grams: 31_000 + step))
      pause(milliseconds: 2)
    }
    total.dispose()
  }
}
