// healthy: a progress is combined with something that never ends, and some of it is alive when the program is killed
// says: The network's state is followed until a transfer's last piece; three transfers are under way when the power goes.
// allows: nothing

import Signals

private final class Transfers: Sendable {
  let network = BehaviorRelay(1)
  private let disk = QueueScheduler("disk")
  private let bag = DisposeBag()

  func begin(_ file: Int, pieces: Int) {
    let progress = Signal<Int>.interval(.milliseconds(3), on: disk).take(pieces)
    progress
      .withLatestFrom(network) { piece, state in piece * state + file }
      .subscribe(next: { _ in })
      .disposed(by: bag)
  }
}

enum KilledInMidTransfer: LeakProgram {
  static func run() {
    let transfers = Transfers()
    for file in 0..<20 {
      transfers.begin(file, pieces: 4)
      pause(milliseconds: 5)
      if file % 6 == 0 { transfers.network.accept(file) }
    }
    pause(milliseconds: 20)
    for file in 20..<23 { transfers.begin(file, pieces: 200) }
    pause(milliseconds: 10)
    killed(holding: transfers)
  }
}
