// healthy: values after a stop, which are wanted
// says: Pause stops the position, not the loading: the buffer fills until the episode is complete.
// allows: nothing

import Signals

private final class EpisodePlayer {
  private let clock: VirtualTimeScheduler
  private let buffered = Shared(0)
  private let position = Shared(0)
  private var playing: Subscription?

  init(_ clock: VirtualTimeScheduler, length: Int) {
    self.clock = clock
    // Ends with the last part; nobody needs to end it before.
    _ = Signal.interval(.milliseconds(500), on: clock)
      .take(length)
      .subscribe(next: { [buffered] _ in buffered.update { $0 += 1 } })
  }

  func play() {
    pauseEpisode()
    playing = Signal.interval(.seconds(1), on: clock)
      .subscribe(next: { [position] _ in position.update { $0 += 1 } })
  }

  func pauseEpisode() {
    playing?.dispose()
    playing = nil
  }

  var state: (position: Int, buffered: Int) { (position.value, buffered.value) }
}

enum PausedPodcast: LeakProgram {
  static func run() {
    let clock = VirtualTimeScheduler()
    let player = EpisodePlayer(clock, length: 120)
    for _ in 0..<5 {
      player.play()
      clock.advance(by: .seconds(4))
      player.pauseEpisode()
      clock.advance(by: .seconds(6))
      pause(milliseconds: 12)
    }
    let heard = player.state.position
    clock.advance(by: .seconds(30))
    print("heard", heard, "then", player.state.position, "buffered", player.state.buffered)
  }
}
