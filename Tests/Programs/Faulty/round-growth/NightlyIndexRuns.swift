// fault: round-growth
// verdict: suspect
// proof: run
// says: a run of the index ends what reads the documents, and not what brakes it under load: every night leaves one more

import SignalTracing
import Signals

private struct Machine: Sendable {
  let load = PublishSubject<Int>()
  let documents = PublishSubject<String>()
}

/// One night's run.
private final class IndexRun {
  private let reading: Subscription
  private let braking: Subscription

  init(on machine: Machine, _ words: Shared<Int>) {
    let isBraked = Shared(false)
    braking = machine.load.map { $0 > 80 }.distinctUntilChanged()
      .subscribe(next: { isHigh in isBraked.update { $0 = isHigh } })  // LEAK
    reading = machine.documents.filter { _ in !isBraked.value }
      .subscribe(next: { text in words.update { $0 += text.split(separator: " ").count } })
  }

  func finish() {
    reading.dispose()
    if mended { braking.dispose() }
  }
}

/// A scheduler that builds the index anew every night.
enum NightlyIndexRuns: LeakProgram {
  static func run() {
    let machine = Machine()
    let words = Shared(0)
    let graph = machine.load.scan(0, max).subscribe(next: { _ in })
    for night in 0..<9 {
      Trace.mark("night \(night)")
      let run = IndexRun(on: machine, words)
      for hour in 0..<6 {
        machine.load.next(40 + hour * 10)
        machine.documents.next("document \(night) of \(hour)")
        pause(milliseconds: 4)
      }
      run.finish()
      machine.load.next(10)
      pause(milliseconds: 5)
    }
    graph.dispose()
    print("words", words.value)
  }
}
