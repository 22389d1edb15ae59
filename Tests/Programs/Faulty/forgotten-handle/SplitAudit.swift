// fault: forgotten-handle
// verdict: likely
// proof: run
// says: of a transfer's two halves the rejected one is put away only where something was rejected

import Signals

private struct Transfer: Sendable {
  let account: Int
  let amount: Int
}

/// A bank: each open account audits its transfers in two halves; a ledger hears all.
private final class Account: Sendable {
  let rejected = Shared(0)
  private let number: Int
  private let accepting: Disposable
  private let rejecting: Disposable

  init(_ number: Int, _ transfers: Signal<Transfer>) {
    self.number = number
    let mine = transfers.filter { $0.account == number }.partition { $0.amount < 50 }
    let rejected = rejected
    accepting = mine.matching.map(\.amount).subscribe(next: { _ in })
    rejecting = mine.other.map(\.amount)
      .subscribe(next: { _ in rejected.update { $0 += 1 } })  // LEAK
  }

  func close() {
    accepting.dispose()
    if mended || rejected.value > 0 { rejecting.dispose() }
  }
}

enum SplitAudit: LeakProgram {
  static func run() {
    let transfers = PublishSubject<Transfer>()
    let ledger = transfers.map(\.amount).scan(0, +).subscribe(next: { _ in })
    var open: [Account] = []
    for number in 0..<14 {
      open.append(Account(number, transfers))
      onAnotherThread {
        for step in 0..<4 {
          transfers.next(Transfer(account: number, amount: number % 2 == 0 ? 20 + step * 15 : 10))
        }
      }
      if open.count > 3 { open.removeFirst().close() }
      pause(milliseconds: 4)
    }
    while !open.isEmpty {
      open.removeFirst().close()
      pause(milliseconds: 2)
    }
    for account in 0..<25 {
      transfers.next(Transfer(account: account % 14, amount: 30))
      pause(milliseconds: 3)
    }
    ledger.dispose()
  }
}
