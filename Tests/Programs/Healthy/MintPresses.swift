// healthy: serial disposables, panels and a connection, put away one after the other in the last two milliseconds
// says: A die is replaced when it is worn, which ends the count of the old one; the last die goes with the mint.
// allows: nothing

import Glibc
import Signals

private struct Coin: Sendable {
  let press: Int
  let milligrams: Int
}

/// Presses that strike coins all day, with a die in each.
private final class Mint: Sendable {
  private let coins: MulticastConnection<Coin>
  private let dies = [SerialDisposable(), SerialDisposable(), SerialDisposable()]
  private let panels = CompositeDisposable()
  private let worn = Shared([0, 0, 0])

  init() {
    let presses = (0..<3).map { press in
      Signal<Int>.interval(.milliseconds(1 + press), on: QueueScheduler("press"))
        .map { Coin(press: press, milligrams: 7490 + $0 * 13 % 21) }
    }
    coins = Signal<Coin>.merge(presses).publish()
  }

  func start() -> Disposable {
    panels.add(coins.signal.scan(0) { $0 + $1.milligrams }.subscribe(next: { _ in }))
    panels.add(
      coins.signal.map(\.press)
        .throttle(for: .milliseconds(5), on: QueueScheduler("hall"))
        .subscribe(next: { _ in }))
    return coins.connect()
  }

  func changeDie(of press: Int) {
    worn.update { $0[press] = 0 }
    dies[press].inner = coins.signal.filter { $0.press == press }
      .enumerated()
      .subscribe(next: { [worn] count, _ in worn.update { $0[press] = count + 1 } })
  }

  func takeOutDies() { for die in dies { die.dispose() } }
  func closeHall() { panels.dispose() }
}

enum MintPresses: LeakProgram {
  static func run() {
    let mint = Mint()
    for press in 0..<3 { mint.changeDie(of: press) }
    let striking = mint.start()
    for change in 0..<12 {
      pause(milliseconds: 15)
      mint.changeDie(of: change % 3)
    }
    pause(milliseconds: 20)
    mint.takeOutDies()
    usleep(600)
    mint.closeHall()
    pause(milliseconds: 1)
    striking.dispose()
  }
}
