// healthy: one cold signal subscribed to by five at the same time
// says: Each player gets a deck that is shuffled for that player alone as the game begins; one deck for all would be another game.
// allows: nothing

import Signals

/// A patience that five play against each other, each with a deck of one's own.
private final class Player: Sendable {
  private let name: String
  private let hand = Shared<[Int]>([])
  private let bag = DisposeBag()

  init(_ name: String) { self.name = name }

  func play(_ deck: Signal<Int>, whenDone done: @escaping @Sendable () -> Void) {
    deck.take(until: { $0 == 52 })
      .subscribe(next: { [hand] card in hand.update { $0.append(card) } }, completed: done)
      .disposed(by: bag)
  }

  var line: String { "\(name): \(hand.value.count < 52)" }
}

enum ShuffledDecks: LeakProgram {
  static func run() {
    let dealer = QueueScheduler("dealer")
    let deck = Signal<Int>.deferred {
      let cards = (1...52).shuffled()
      return Signal<Int>.interval(.milliseconds(2), on: dealer).take(52).map { cards[$0] }
    }
    let players = ["Ada", "Ben", "Cem", "Dora", "Eva"].map(Player.init)
    let done = Flag()
    for player in players {
      player.play(deck) { done.raise() }
      pause(milliseconds: 1)
    }
    for _ in players { done.wait() }
    for player in players { print(player.line) }
  }
}
