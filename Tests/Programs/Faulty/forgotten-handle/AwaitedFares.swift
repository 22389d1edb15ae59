// fault: forgotten-handle
// verdict: suspect
// proof: run
// says: a continuation is resumed by the first fare, and the subscription that brought it hears all fares that follow

import Signals

private final class FareDesk: Sendable {
  let fares = PublishSubject<Int>()

  /// The next fare for one passenger.
  func nextFare(above floor: Int) async -> Int {
    let isAnswered = Shared(false)
    let matching = fares.filter { $0 > floor }
    let wanted = mended ? matching.take(1) : matching
    return await withCheckedContinuation { continuation in
      _ = wanted.subscribe(next: { fare in  // LEAK
        let isFirst = isAnswered.update { answered in
          defer { answered = true }
          return !answered
        }
        if isFirst { continuation.resume(returning: fare) }
      })
    }
  }
}

/// Passengers ask for the next fare, each in a task.
enum AwaitedFares: LeakProgram {
  static func run() {
    let desk = FareDesk()
    let board = desk.fares.subscribe(next: { _ in })
    for passenger in 0..<16 {
      let (asked, answered) = (Flag(), Flag())
      Task {
        asked.raise()
        _ = await desk.nextFare(above: passenger)
        answered.raise()
      }
      asked.wait()
      pause(milliseconds: 3)
      for fare in 1...3 { desk.fares.next(fare * 20) }
      answered.wait()
    }
    for fare in 0..<25 {
      desk.fares.next(100 + fare)
      pause(milliseconds: 2)
    }
    board.dispose()
  }
}
