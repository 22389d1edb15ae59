// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: the sales of the day are collected until the shop closes, which nobody tells the signal

import Signals

/// A shop that adds up at the end of the day.
enum CollectedForever: LeakProgram {
  static func run() {
    let sales = PublishSubject<Int>()
    let closes = PublishSubject<Void>()
    let total = Shared(0)
    let day = mended ? sales.take(until: closes) : sales
    let adding = day.collect()  // LEAK
      .subscribe(next: { all in total.update { $0 = all.reduce(0, +) } })
    for hour in 0..<12 {
      for sale in 0..<400 { sales.next(sale + hour) }
      pause(milliseconds: 4)
    }
    closes.next(())
    pause(milliseconds: 30)
    print("total", total.value)
    adding.dispose()
  }
}
