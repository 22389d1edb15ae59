// fault: missing-share
// verdict: finding
// proof: run
// says: the speaker's lamp, the moderator's screen, the wall and the gong each run a countdown of their own for one speech

import Signals

/// A debate, in which each speaker has the same time.
private final class Debate: Sendable {
  private let clock = QueueScheduler("debate")
  private let lamp = Shared("off")
  private let wall = Shared(0)
  let gongs = Shared(0)

  private func countdown(from seconds: Int) -> Signal<Int> {
    let left = Signal<Int>.interval(.milliseconds(4), on: clock)  // LEAK
      .map { seconds - $0 }
      .take(while: { $0 >= 0 })
    return mended ? left.share(replay: 1) : left
  }

  func speech(of seconds: Int) {
    let over = Flag()
    let displays = DisposeBag()
    let left = countdown(from: seconds)
    left.map { $0 > 3 ? "green" : $0 > 0 ? "yellow" : "red" }  // LEAK
      .distinctUntilChanged()
      .subscribe(next: { [lamp] colour in lamp.update { $0 = colour } })
      .disposed(by: displays)
    left.map { "\($0) seconds" }  // LEAK
      .subscribe(next: { _ in })
      .disposed(by: displays)
    left  // LEAK
      .subscribe(next: { [wall] seconds in wall.update { $0 = seconds } })
      .disposed(by: displays)
    left.filter { $0 == 0 }  // LEAK
      .subscribe(next: { [gongs] _ in gongs.update { $0 += 1 } }, completed: { over.raise() })
      .disposed(by: displays)
    over.wait()
    pause(milliseconds: 8)
    displays.dispose()
  }
}

enum DebateClock: LeakProgram {
  static func run() {
    let debate = Debate()
    for speech in 0..<4 { debate.speech(of: 9 + speech) }
    print("gongs", debate.gongs.value)
  }
}
