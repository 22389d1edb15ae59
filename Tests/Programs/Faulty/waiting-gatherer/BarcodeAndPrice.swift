// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: zip pairs each code with a price, but the price list ended long ago without one: the codes wait for ever

import Signals

private let codes = PublishSubject<Int>()
private let prices = PublishSubject<Int>()
private let till = DisposeBag()

/// A till that shows a price for each code that is scanned.
enum BarcodeAndPrice: LeakProgram {
  static func run() {
    let priced = codes.zip(with: mended ? codes.map { $0 * 3 } : prices)  // LEAK
    priced.subscribe(next: { _ in }).disposed(by: till)
    for code in 0..<2_000 { codes.next(code) }
    pause(milliseconds: 30)
  }
}
