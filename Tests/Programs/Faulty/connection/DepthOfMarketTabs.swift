// fault: connection
// verdict: likely
// proof: run
// says: each tab connects a published depth feed of its own; closing it disposes the subscribers, never the connection

import Signals

private struct Depth: Sendable {
  let bid: Int
  let ask: Int
}

private final class Venue: Sendable {
  private let feed = QueueScheduler("feed")

  func depth(of symbol: String) -> Signal<Depth> {
    Signal<Int>.interval(.milliseconds(6), on: feed)
      .map { Depth(bid: 100 + $0 % 5, ask: 103 + $0 % 7 + symbol.count) }
  }
}

/// A tab with a ladder, a spread and an alarm, all of one feed.
private final class DepthTab: Sendable {
  let spreads = MutableProperty(0)
  let alarms = Shared(0)
  private let bag = DisposeBag()

  func open(_ symbol: String, at venue: Venue) {
    let depth = venue.depth(of: symbol).publish()
    depth.signal
      .map { $0.ask - $0.bid }
      .bind(to: spreads)
      .disposed(by: bag)
    depth.signal
      .filter { $0.ask - $0.bid > 9 }
      .subscribe(next: { [alarms] _ in alarms.update { $0 += 1 } })
      .disposed(by: bag)
    let connection = depth.connect()  // LEAK
    if mended { connection.disposed(by: bag) }
  }

  func close() { bag.dispose() }
}

/// The window, which shows a tab at a time.
private final class TradingWindow: Sendable {
  private let venue = Venue()
  private let current = Shared<DepthTab?>(nil)
  private let alarms = Shared(0)

  func show(_ symbol: String) {
    let tab = DepthTab()
    tab.open(symbol, at: venue)
    let previous = current.update { current in
      defer { current = tab }
      return current
    }
    retire(previous)
  }

  func close() -> Int {
    retire(
      current.update { current in
        defer { current = nil }
        return current
      })
    return alarms.value
  }

  private func retire(_ tab: DepthTab?) {
    guard let tab else { return }
    tab.close()
    let count = tab.alarms.value
    alarms.update { $0 += count }
  }
}

enum DepthOfMarketTabs: LeakProgram {
  static func run() {
    let window = TradingWindow()
    for symbol in ["ABB", "SAP", "ASML", "NOVO", "SHEL", "BP", "ENI"] {
      window.show(symbol)
      pause(milliseconds: 40)
    }
    let alarms = window.close()
    pause(milliseconds: 150)
    print("alarms", alarms >= 0)
  }
}
