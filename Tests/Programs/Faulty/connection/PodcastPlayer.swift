// fault: connection
// verdict: likely
// proof: run
// says: the player disposes what shows the position, but nobody keeps what connect() returned: the clock goes on

import Signals

/// Plays an episode: one clock moves the progress bar and the display of the lock screen.
private final class Player {
  private var bag = DisposeBag()
  private let clock: VirtualTimeScheduler
  private let ticks = Shared(0)

  init(_ clock: VirtualTimeScheduler) { self.clock = clock }

  var tickCount: Int { ticks.value }

  func play(from start: Int) {
    stop()
    let position = Signal.interval(.seconds(1), on: clock)
      .do(onNext: { [ticks] _ in ticks.update { $0 += 1 } })
      .map { start + $0 }
      .publish()
    position.signal.subscribe(next: { _ in }).disposed(by: bag)
    position.signal.map { $0 / 60 }.distinctUntilChanged().subscribe(next: { _ in }).disposed(by: bag)
    let connection = position.connect()  // LEAK
    if mended { connection.disposed(by: bag) }
  }

  func stop() { bag = DisposeBag() }
}

enum PodcastPlayer: LeakProgram {
  static func run() {
    let clock = VirtualTimeScheduler()
    let player = Player(clock)
    for start in [0, 310, 95, 1200, 48] {
      player.play(from: start)
      clock.advance(by: .seconds(5))
      pause(milliseconds: 10)
      player.stop()
    }
    let before = player.tickCount
    clock.advance(by: .seconds(10))
    pause(milliseconds: 20)
    print("ticks", player.tickCount - before, "while nothing plays")
  }
}
