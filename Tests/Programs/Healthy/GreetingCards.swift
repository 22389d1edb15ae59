// healthy: a subscription for each card, and every handle is thrown away
// says: A card is printed once and its signal completes by itself; nobody needs to call it off.
// allows: nothing

import Signals

private struct Card: Sendable {
  let name: String
  let text: String
}

/// Prints cards, one sheet after the other.
private final class Press: Sendable {
  private let rollers = QueueScheduler("rollers")
  private let sheets = Shared(0)

  func print(_ card: Card) -> Signal<Int> {
    Signal<Int>.timer(after: .milliseconds(4 + card.name.count % 3 * 5), on: rollers)
      .map { [sheets] _ in
        sheets.update {
          $0 += 1
          return $0
        }
      }
  }
}

private final class Counter: Sendable {
  let ordered = PublishRelay<Card>()
  private let press = Press()
  private let bag = DisposeBag()

  func open(_ printed: Flag) {
    let press = press
    ordered.subscribe(next: { card in
      _ = press.print(card).subscribe(completed: { printed.raise() })
    }).disposed(by: bag)
  }
}

enum GreetingCards: LeakProgram {
  static func run() {
    let counter = Counter()
    let printed = Flag()
    counter.open(printed)
    let names = ["Ada", "Barbara", "Grace", "Hedy", "Joan", "Katherine", "Margaret"]
    for round in 0..<4 {
      for name in names {
        counter.ordered.accept(Card(name: name, text: "happy day \(round)"))
        pause(milliseconds: 3)
      }
    }
    for _ in 0..<28 { printed.wait() }
    pause(milliseconds: 20)
    print("28 cards")
    withExtendedLifetime(counter) {}
  }
}
