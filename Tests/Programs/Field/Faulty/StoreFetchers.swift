// fault: release-left-out-at-cancel
// verdict: finding
// proof: run
// says: a fetcher is released where its values end, not where they are cancelled; the next to ask gets the stopped one
// source: MobileNativeFoundation/Store #429
// fix: the fetcher is released however its values end

import Signals

/// Fetches values for a key, for as long as somebody wants them.
private final class Fetcher: Sendable {
  let values = PublishSubject<Int>()
  private let fetching = SerialDisposable()

  func start(_ source: Signal<Int>) {
    fetching.inner = source.subscribe(
      next: { [values] value in values.next(value) }, completed: { [values] in values.completed() })
  }

  func stop() { fetching.dispose() }
}

/// One fetcher for each key, shared by all who ask for it.
private final class FetcherTable: Sendable {
  private let fetchers = Shared<[String: Fetcher]>([:])
  private let network = QueueScheduler("network")

  func stream(_ key: String) -> Signal<Int> {
    Signal<Int>.deferred { [self] in
      let fetcher = acquire(key)
      let values = fetcher.values.onDispose { fetcher.stop() }
      if mended { return values.onDispose { [self] in release(key) } }
      return values.finally { [self] in release(key) }  // LEAK
    }
  }

  private func acquire(_ key: String) -> Fetcher {
    let (fetcher, isNew) = fetchers.update { fetchers -> (Fetcher, Bool) in
      if let known = fetchers[key] { return (known, false) }
      let new = Fetcher()
      fetchers[key] = new
      return (new, true)
    }
    if isNew { fetcher.start(source(of: key)) }
    return fetcher
  }

  private func release(_ key: String) { fetchers.update { $0[key] = nil } }

  private func source(of key: String) -> Signal<Int> {
    let ticks = Signal<Int>.interval(.milliseconds(8), on: network)
    return key == "banner" ? ticks.take(2) : ticks
  }
}

/// A screen with two buttons, Fresh and Cancel.
private final class PriceScreen: Sendable {
  let shown = Shared<[Int]>([])
  private let stream = SerialDisposable()

  func fresh(_ table: FetcherTable) {
    stream.inner = table.stream("prices")
      .subscribe(next: { [shown] price in shown.update { $0.append(price) } })
  }

  func cancel() { stream.inner = nil }
}

enum StoreFetchers: LeakProgram {
  static func run() {
    let table = FetcherTable()
    let screen = PriceScreen()
    let bag = DisposeBag()
    let banners = Shared(0)
    var counts: [Int] = []
    for _ in 0..<4 {
      let before = screen.shown.value.count
      screen.fresh(table)
      table.stream("banner").subscribe(next: { _ in banners.update { $0 += 1 } }).disposed(by: bag)
      pause(milliseconds: 60)
      screen.cancel()
      counts.append(screen.shown.value.count - before)
      pause(milliseconds: 5)
    }
    print("prices", counts, "banners", banners.value)
    bag.dispose()
  }
}
