// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: the task that listens is begun within create and never cancelled: it sends its calls on to listeners who have left

import Signals

/// A detector in a barn: it hears until the night is over.
private final class Detector: Sendable {
  private let isNight = Shared(true)
  let heard = Shared(0)

  func calls() -> Signal<Int> {
    .create { [isNight, heard] subscriber in  // LEAK
      let listening = Task {
        var call = 0
        while isNight.value {
          do { try await Task.sleep(for: .milliseconds(3)) } catch { return }
          call += 1
          heard.update { $0 += 1 }
          subscriber.next(20 + call % 60)
        }
        subscriber.completed()
      }
      return mended ? Disposable { listening.cancel() } : nil
    }
  }

  func dawn() { isNight.update { $0 = false } }
}

/// Those who count, each for a while: pipistrelles are above 40 kHz.
enum BatDetector: LeakProgram {
  static func run() {
    let detector = Detector()
    let counted = Shared(0)
    for _ in 0..<5 {
      let counting = detector.calls().filter { $0 > 40 || $0 < 24 }
        .subscribe(next: { _ in counted.update { $0 += 1 } })
      pause(milliseconds: 25)
      counting.dispose()
    }
    let last = Flag()
    _ = detector.calls().take(12).subscribe(next: { _ in }, completed: { last.raise() })
    last.wait()
    detector.dawn()
    pause(milliseconds: 20)
    print("counted", counted.value > 0, "heard", detector.heard.value > 0)
  }
}
