// healthy: frames pile up in a zip, and there they are when it is disposed
// says: A burst of key frames is paced by the display; when the player skips the scene what waits is dropped on purpose.
// allows: nothing

import Signals

private final class DisplayLink: Sendable {
  let ticks: Signal<Int>

  init() {
    ticks = Signal<Int>.interval(.milliseconds(5), on: QueueScheduler("display")).share()
  }
}

/// Plays the frames of a scene as the display asks for them.
private final class Cutscene: Sendable {
  let frames = PublishSubject<Int>()
  let drawn = Shared(0)
  private let playing = SerialDisposable()

  func play(on display: DisplayLink) {
    playing.inner = zip(frames, display.ticks)
      .subscribe(next: { [drawn] _, _ in drawn.update { $0 += 1 } })
  }

  func skip() { playing.dispose() }
}

private final class Director: Sendable {
  private let display = DisplayLink()
  private let overlay = MutableProperty(0)
  private let bag = DisposeBag()

  /// A scene: some bursts of key frames, the last of which are never shown if the player skips it.
  func stage(_ bursts: [Int], skipped: Bool) -> Int {
    let scene = Cutscene()
    scene.play(on: display)
    for burst in bursts {
      for frame in 0..<burst { scene.frames.next(frame) }
      pause(milliseconds: 25)
    }
    if !skipped { pause(milliseconds: UInt32(bursts.reduce(0, +) * 5)) }
    scene.skip()
    return scene.drawn.value
  }

  func showClock() {
    display.ticks.map { $0 / 10 }.distinctUntilChanged().bind(to: overlay).disposed(by: bag)
  }

  func end() { bag.dispose() }
}

enum TweenFrames: LeakProgram {
  static func run() {
    let director = Director()
    director.showClock()
    let short = director.stage([12, 8, 10], skipped: false)
    let long = director.stage([90, 120, 60], skipped: true)
    let longer = director.stage([200, 5], skipped: true)
    director.end()
    pause(milliseconds: 20)
    print("drawn", short > 0, long < 270, longer < 205)
  }
}
