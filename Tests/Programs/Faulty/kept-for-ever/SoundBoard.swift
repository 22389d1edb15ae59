// fault: kept-for-ever
// verdict: suspect
// proof: run
// says: a static list keeps the handle of every sound that was ever played, and none is disposed

import Signals

/// Plays sounds; "so that they are not let go of, they are kept".
enum SoundBoard: LeakProgram {
  static func run() {
    let samples = PublishSubject<Int>()
    for sound in 0..<35 {
      let playing = samples.filter { $0 >= sound }
      let handle = (mended ? playing.take(3) : playing).subscribe(next: { _ in })  // LEAK
      kept.update { $0.append(handle) }
      for sample in 0..<4 { samples.next(sound + sample) }
    }
    print("kept \(kept.value.count)")
  }

  private static let kept = Shared<[Subscription]>([])
}
