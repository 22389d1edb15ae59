// fault: connection
// verdict: suspect
// proof: run
// says: replay connects by itself and is never disconnected: when the meters have gone, the sensor is still read

import Signals

private let audio = QueueScheduler("audio")
private let meters = DisposeBag()

/// A studio with a level that two meters show; recording another take makes it anew.
enum MetersOfStudio: LeakProgram {
  static func run() {
    for take in 0..<8 {
      let levels = Signal<Int>.interval(.milliseconds(2), on: audio).map { $0 + take }
      let shared = mended ? levels.share(replay: 1) : levels.replay(1)  // LEAK
      let left = shared.subscribe(next: { _ in })
      let right = shared.filter { $0 % 2 == 0 }.subscribe(next: { _ in })
      pause(milliseconds: 10)
      left.dispose()
      right.dispose()
    }
    pause(milliseconds: 80)
  }
}
