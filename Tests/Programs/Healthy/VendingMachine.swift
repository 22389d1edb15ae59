// healthy: each state begins a signal that never ends, and states follow each other for ever
// says: flatMapLatest ends the state before; the last state is the idle one, which blinks until the machine is switched off.
// allows: nothing

import Glibc
import Signals

private enum State: Sendable, Equatable {
  case idle, paying, dispensing
}

private final class Machine: Sendable {
  let coins = PublishRelay<Int>()
  private let state = BehaviorRelay(State.idle)
  private let board = QueueScheduler("board")
  private let lights = Shared<[String: Int]>([:])
  private let bag = DisposeBag()

  func switchOn() {
    let (board, state) = (board, state)
    state.distinctUntilChanged()
      .flatMapLatest { state -> Signal<String> in
        switch state {
        case .idle: Signal<Int>.interval(.milliseconds(6), on: board).map { _ in "blinks" }
        case .paying: Signal<Int>.interval(.milliseconds(3), on: board).map { _ in "counts" }
        case .dispensing: Signal<String>.just("turns").concat(.never())
        }
      }
      .subscribe(next: { [lights] light in lights.update { $0[light, default: 0] += 1 } })
      .disposed(by: bag)
    coins.scan(0) { sum, coin in coin == 0 ? 0 : sum + coin }
      .subscribe(next: { sum in state.accept(sum == 0 ? .idle : sum < 100 ? .paying : .dispensing) })
      .disposed(by: bag)
  }

  var shown: [String] { lights.value.keys.sorted() }
}

enum VendingMachine: LeakProgram {
  static func run() {
    let machine = Machine()
    machine.switchOn()
    for _ in 0..<6 {
      for coin in [50, 20, 50, 0] {
        machine.coins.accept(coin)
        pause(milliseconds: 8)
      }
    }
    pause(milliseconds: 40)
    print(machine.shown)
    withExtendedLifetime(machine) { exit(0) }
  }
}
