// fault: overwritten-handle
// verdict: suspect
// proof: run
// says: the player keeps the handle of the track in a variable and overwrites it with that of the next one

import Signals

private final class Player: Sendable {
  private let progress = Shared<Subscription?>(nil)
  private let clock: QueueScheduler

  init(_ clock: QueueScheduler) { self.clock = clock }

  func play(_ track: Int) {
    if mended { progress.value?.dispose() }
    let position = Signal<Int>.interval(.milliseconds(4), on: clock).map { $0 + track }
    let handle = position.subscribe(next: { _ in })  // LEAK
    progress.update { $0 = handle }  // LEAK
  }

  func stop() { progress.value?.dispose() }
}

/// Plays one track after another; each shows how far it has come.
enum SerialSwap: LeakProgram {
  static func run() {
    let player = Player(QueueScheduler("player"))
    for track in 0..<9 {
      player.play(track)
      pause(milliseconds: 8)
    }
    player.stop()
    pause(milliseconds: 60)
  }
}
