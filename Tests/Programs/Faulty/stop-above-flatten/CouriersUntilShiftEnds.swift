// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the end of the shift stops new orders, and the positions of couriers that flatMap has begun are polled on

import Signals

private struct Position: Sendable {
  let order: Int
  let metres: Int
}

private final class Dispatch: Sendable {
  let orders = PublishSubject<Int>()
  let shiftEnds = PublishSubject<Void>()
  private let clock = QueueScheduler("positions")
  private let onMap = Shared<[Int: Int]>([:])
  private let printed = Shared(0)

  private func positions(of order: Int) -> Signal<Position> {
    Signal<Int>.interval(.milliseconds(7), on: clock).map { Position(order: order, metres: $0 * 40) }
  }

  /// A receipt is printed in three steps, shift or no shift.
  private func receipt(of order: Int) -> Signal<Int> {
    Signal<Int>.interval(.milliseconds(3), on: clock).take(3)
  }

  func start() {
    let (onMap, printed) = (onMap, printed)
    let accepted = orders.take(until: shiftEnds)  // LEAK
    if mended {
      _ = orders.flatMap { [self] in positions(of: $0) }.take(until: shiftEnds)
        .subscribe(next: { position in onMap.update { $0[position.order] = position.metres } })
    } else {
      _ = accepted.flatMap { [self] in positions(of: $0) }  // LEAK
        .subscribe(next: { position in onMap.update { $0[position.order] = position.metres } })
    }
    _ = accepted.flatMap { [self] in receipt(of: $0) }
      .subscribe(next: { _ in printed.update { $0 += 1 } })
  }

  var receipts: Int { printed.value / 3 }
}

enum CouriersUntilShiftEnds: LeakProgram {
  static func run() {
    let dispatch = Dispatch()
    dispatch.start()
    for order in 0..<9 {
      dispatch.orders.next(order)
      pause(milliseconds: 16)
    }
    dispatch.shiftEnds.next(())
    pause(milliseconds: 250)
    print("receipts", dispatch.receipts)
    withExtendedLifetime(dispatch) {}
  }
}
