// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: the platform's signal never sends: zip keeps every departure and waits

import Signals

/// Departures paired with their platforms.
enum TrainBoards: LeakProgram {
  static func run() {
    let departures = PublishSubject<Int>()
    let platforms = PublishSubject<Int>()
    let shown = Shared(0)
    let paired =
      mended
      ? departures.map { ($0, 0) } : departures.zip(with: platforms)  // LEAK
    let board = paired.subscribe(next: { _ in shown.update { $0 += 1 } })
    for departure in 0..<5000 { departures.next(departure) }
    pause(milliseconds: 30)
    board.dispose()
    print(shown.value)
  }
}
