// fault: retain-cycle
// verdict: suspect
// proof: run
// says: a method is handed over as the handler, which holds its object as a closure would; the object's bag holds the subscription

import Signals

/// A slot of a jukebox, which plays coins' worth of music while its table is taken.
private final class Slot: Sendable {
  private let played = Shared(0)
  private let bag = DisposeBag()

  func listen(to coins: Signal<Int>) {
    if mended {
      coins.subscribe(next: { [weak self] in self?.play($0) }).disposed(by: bag)
    } else {
      coins.subscribe(next: play).disposed(by: bag)  // LEAK
    }
  }

  private func play(_ coin: Int) { played.update { $0 += coin } }
}

enum JukeboxSlots: LeakProgram {
  static func run() {
    let coins = PublishSubject<Int>()
    let till = coins.scan(0, +).subscribe(next: { _ in })
    var tables: [Slot] = []
    for table in 0..<20 {
      let slot = Slot()
      slot.listen(to: coins.filter { $0 % 5 == table % 5 })
      tables.append(slot)
      if tables.count > 3 { tables.removeFirst() }
      for coin in 0..<5 { coins.next(coin) }
      pause(milliseconds: 3)
    }
    tables.removeAll()
    for coin in 0..<25 {
      coins.next(coin)
      pause(milliseconds: 2)
    }
    till.dispose()
  }
}
