// healthy: a replaying share for ever, whose source nobody disposes
// says: The wallet follows the newest header from its first screen on; screens come and go, the chain is followed on purpose.
// allows: nothing

import Signals

private struct Header: Sendable {
  let height: Int
}

/// The node that a wallet is connected to.
private final class Node: Sendable {
  let network = PublishSubject<Header>()
  let newest: Signal<Header>

  init() { newest = network.share(replay: 1, scope: .forever) }
}

private final class BalanceScreen {
  private let bag = DisposeBag()

  init(_ node: Node, since height: Int, confirmations: Shared<Int>) {
    node.newest.map { $0.height - height }.filter { $0 >= 0 }
      .subscribe(next: { confirmed in confirmations.update { $0 = confirmed } })
      .disposed(by: bag)
  }

  func close() { bag.dispose() }
}

enum BlockHeaders: LeakProgram {
  static func run() {
    let node = Node()
    let confirmations = Shared(0)
    for visit in 0..<14 {
      let screen = BalanceScreen(node, since: 800_000, confirmations: confirmations)
      for block in 0..<3 { node.network.next(Header(height: 800_000 + visit * 3 + block)) }
      pause(milliseconds: 5)
      screen.close()
      node.network.next(Header(height: 800_003 + visit * 3))
    }
    print("confirmations", confirmations.value)
  }
}
