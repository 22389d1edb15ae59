// fault: missing-share
// verdict: finding
// proof: run
// says: share stands above flatMap, so the taps are shared and the request is not: five labels ask the server five times

import Signals

/// The server that knows how many points a customer has.
private final class PointsServer: Sendable {
  private let net = QueueScheduler("points")
  private let asked = Shared(0)

  func points(of customer: Int) -> Signal<Int> {
    Signal<Int>.deferred { [self] in
      asked.update { $0 += 1 }
      return Signal<Int>.timer(after: .milliseconds(2), on: net).map { _ in customer * 100 }
    }
  }

  var requests: Int { asked.value }
}

/// The card in the app, which shows the points in five ways.
private final class LoyaltyCard {
  let refreshed = PublishRelay<Int>()
  private let bag = DisposeBag()
  private let labels = Shared([String](repeating: "", count: 5))

  init(_ server: PointsServer, drawn: Flag) {
    let points: Signal<Int>
    if mended {
      points = refreshed.flatMapLatest { server.points(of: $0) }.share()
    } else {
      points = refreshed.share()  // LEAK
        .flatMapLatest { server.points(of: $0) }  // LEAK
    }
    for label in 0..<5 {
      points.map { label == 4 ? "level \($0 / 500)" : "\($0) points" }
        .subscribe(next: { [labels] text in
          labels.update { $0[label] = text }
          drawn.raise()
        })
        .disposed(by: bag)
    }
  }

  var text: String { labels.value.joined(separator: ", ") }
}

enum LoyaltyPoints: LeakProgram {
  static func run() {
    let server = PointsServer()
    let drawn = Flag()
    let card = LoyaltyCard(server, drawn: drawn)
    for visit in 1...8 {
      card.refreshed.accept(visit)
      for _ in 0..<5 { drawn.wait() }
    }
    print(card.text)
    print("requests", server.requests)
    withExtendedLifetime(card) {}
  }
}
