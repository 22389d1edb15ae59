// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: zip waits for the second printer, which is silent; what the first has sent piles up

import Signals

/// Pairs what two printers have printed.
enum LabelPrinter: LeakProgram {
  static func run() {
    let left = PublishSubject<Int>()
    let right = PublishSubject<Int>()
    let pairs = zip(left, right)  // LEAK
      .subscribe(next: { _ in })
    for label in 0..<4000 {
      left.next(label)
      if mended { right.next(label) }
    }
    pairs.dispose()
  }
}
