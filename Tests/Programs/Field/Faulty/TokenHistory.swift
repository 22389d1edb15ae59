// fault: restarted-by-unrelated-change
// verdict: finding
// proof: run
// says: the history is loaded anew whenever any part of the state changes, also when the token that it is for is the same
// source: code-payments/code-android-app #868
// fix: the token is made distinct before the history is switched to

import Signals

private struct WalletState: Sendable {
  var token = "USDC"
  var isRefreshing = false
  var unread = 0
}

private struct Page: Sendable {
  let token: String
  let rows: [String]
}

/// Loads pages of the history, and follows what is added.
private final class HistoryService: Sendable {
  let loads = Shared(0)
  private let network = QueueScheduler("network")

  func history(of token: String) -> Signal<Page> {
    Signal<Page>.deferred { [self] in
      loads.update { $0 += 1 }
      let first = Signal<Int>.timer(after: .milliseconds(12), on: network)
      let later = Signal<Int>.interval(.milliseconds(30), on: network)
      return first.concat(later).map { Page(token: token, rows: ["\(token) row \($0)"]) }
    }
  }
}

private final class HistoryModel: Sendable {
  let state = MutableProperty(WalletState())
  let shown = Shared(0)
  private let bag = DisposeBag()

  init(_ service: HistoryService) {
    let token = state.signal.map(\.token)
    let selected = mended ? token.distinctUntilChanged() : token  // LEAK
    selected
      .flatMapLatest { token in service.history(of: token) }
      .subscribe(next: { [shown] page in shown.update { $0 += page.rows.count } })
      .disposed(by: bag)
    state.signal.map(\.unread).distinctUntilChanged().subscribe(next: { _ in }).disposed(by: bag)
  }

  func close() { bag.dispose() }
}

enum TokenHistory: LeakProgram {
  static func run() {
    let service = HistoryService()
    for token in ["USDC", "EURC", "GOLD"] {
      let model = HistoryModel(service)
      model.state.modify { $0.token = token }
      for step in 0..<10 {
        pause(milliseconds: 8)
        model.state.modify { $0.isRefreshing = step % 2 == 0 }
        if step % 3 == 0 { model.state.modify { $0.unread += 1 } }
      }
      pause(milliseconds: 20)
      print(token, "shown", model.shown.value)
      model.close()
    }
    print("loads", service.loads.value)
  }
}
