// fault: missing-share
// verdict: finding
// proof: run
// says: the total is cold and computed for each of the five labels that show it at the same time

import Signals

private let items = PublishSubject<Int>()
private let labels = DisposeBag()
private let service = QueueScheduler("taxes")

/// A cart whose total, taxes included, is shown in five places.
enum CartTotals: LeakProgram {
  static func run() {
    let taxes = Signal<Int>.create { subscriber in  // LEAK
      let work = service.schedule(after: .milliseconds(5)) {
        for rate in 1...3 { subscriber.next(rate) }
      }
      return work
    }
    let total = mended ? taxes.share(replay: 1) : taxes
    for place in 0..<5 {
      total.map { $0 * place }.subscribe(next: { _ in }).disposed(by: labels)  // LEAK
    }
    for item in 0..<20 {
      items.next(item)
      pause(milliseconds: 3)
    }
    labels.dispose()
  }
}
