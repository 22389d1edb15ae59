// healthy: a shared source that is begun several times
// says: Whoever shows the position shares one clock; it stops with the last of them, and begins anew when somebody looks again.
// allows: nothing

import Signals

/// The clock of a media player.
private struct PlaybackClock {
  let time = VirtualTimeScheduler()
  let running = Shared(0)
  let position: Signal<Int>

  init() {
    let running = running
    position = Signal.interval(.seconds(1), on: time)
      .onSubscribe { running.update { $0 += 1 } }
      .onDispose { running.update { $0 -= 1 } }
      .share(replay: 1)
  }
}

private final class PositionLabel {
  private let bag = DisposeBag()
  init(_ position: Signal<Int>) {
    position.map { "\($0 / 60):\($0 % 60)" }.subscribe(next: { _ in }).disposed(by: bag)
  }
}

enum LockScreenTicker: LeakProgram {
  static func run() {
    let clock = PlaybackClock()
    var most = 0
    for _ in 0..<4 {
      var labels = [PositionLabel(clock.position)]
      clock.time.advance(by: .seconds(5))
      labels.append(PositionLabel(clock.position))
      labels.append(PositionLabel(clock.position))
      clock.time.advance(by: .seconds(5))
      most = max(most, clock.running.value)
      pause(milliseconds: 12)
      labels.removeFirst()
      clock.time.advance(by: .seconds(5))
      withExtendedLifetime(labels) {}
    }
    clock.time.advance(by: .seconds(5))
    print("clocks", clock.running.value, "at most", most)
  }
}
