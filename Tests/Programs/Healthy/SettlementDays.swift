// healthy: rounds that leave something behind at their end
// says: What is traded on a day settles two days later; the last days of the run have no trades, and all is settled.
// allows: nothing

import SignalTracing
import Signals

private struct Trade: Sendable {
  let number: Int
  let day: Int
}

private final class Clearing: Sendable {
  let days = PublishSubject<Int>()
  let settled = Shared([Int]())

  func clear(_ trade: Trade) {
    _ = days.first { $0 >= trade.day + 2 }
      .subscribe(next: { [settled] _ in settled.update { $0.append(trade.number) } })
  }
}

/// A clearing house over two weeks.
enum SettlementDays: LeakProgram {
  static func run() {
    let clearing = Clearing()
    let weekdays = Shared(0)
    let calendar = clearing.days.filter { $0 % 7 < 5 }.subscribe(next: { _ in weekdays.update { $0 += 1 } })
    var number = 0
    for day in 0..<14 {
      Trace.mark("day \(day)")
      clearing.days.next(day)
      for _ in 0..<(day < 11 ? 4 + day % 3 : 0) {
        clearing.clear(Trade(number: number, day: day))
        number += 1
        pause(milliseconds: 3)
      }
      pause(milliseconds: 8)
    }
    calendar.dispose()
    print("traded", number, "settled", clearing.settled.value.count, "weekdays", weekdays.value)
  }
}
