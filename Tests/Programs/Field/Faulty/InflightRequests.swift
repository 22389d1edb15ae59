// fault: cold-work-for-each-subscriber
// verdict: finding
// proof: run
// says: the requests under way are kept as cold signals, so who asks for one of them again has it sent once more
// source: ashfurrow/ReactiveMoya #2
// fix: what is kept is the running request, shared with those who come while it runs

import Signals

/// Sends each request once at a time: who asks meanwhile is to get the same answer.
private final class ShopProvider: Sendable {
  let sent = Shared(0)
  private let inflight = Shared<[String: Signal<String>]>([:])
  private let network = QueueScheduler("network")

  func request(_ path: String) -> Signal<String> {
    if let running = inflight.value[path] { return running }
    let answer = Signal<String>.deferred { [sent, network] in  // LEAK
      sent.update { $0 += 1 }
      return Signal<Int>.timer(after: .milliseconds(40), on: network).map { _ in "answer of \(path)" }
    }
    .onDispose { [inflight] in inflight.update { $0[path] = nil } }
    let request = mended ? answer.share(replay: 1) : answer
    inflight.update { $0[path] = request }
    return request
  }
}

/// A part of the shop that shows something of the server.
private final class ShopPart: Sendable {
  let shown = Shared("")
  private let bag = DisposeBag()

  func load(_ path: String, from provider: ShopProvider) {
    provider.request(path)
      .subscribe(next: { [shown] text in shown.update { $0 = text } })
      .disposed(by: bag)
  }
}

enum InflightRequests: LeakProgram {
  static func run() {
    let provider = ShopProvider()
    let parts = [ShopPart(), ShopPart(), ShopPart()]
    let banner = ShopPart()
    for _ in 0..<2 {
      banner.load("banner", from: provider)
      for part in parts {
        part.load("products", from: provider)
        pause(milliseconds: 5)
      }
      pause(milliseconds: 90)
    }
    print("sent", provider.sent.value, "shown", parts.map(\.shown.value), banner.shown.value)
  }
}
