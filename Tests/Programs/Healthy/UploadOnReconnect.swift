// healthy: an upload that fails again and again
// says: It is tried again after a while that grows, a few times, and once more as the network is back; then it is done.
// allows: nothing

import Dispatch
import Signals

private struct Unreachable: Error {}

private struct Reachability: Sendable {
  let isOnline = BehaviorRelay(false)
}

private struct Uploader: Sendable {
  let reachability: Reachability
  let attempts = Shared(0)
  let queue = QueueScheduler("uploads")

  func upload() -> Signal<Int> {
    Signal.attempt { [self] in
      let number = attempts.update { attempts in
        attempts += 1
        return attempts
      }
      guard reachability.isOnline.value else { throw Unreachable() }
      return number
    }
    .subscribe(on: queue)
    .retry(when: { [self] errors in
      errors.enumerated().concatMap { attempt, error -> Signal<Int> in
        guard attempt < 8 else { return .fail(error) }
        let backOff = Signal.timer(after: .milliseconds(5 << attempt), on: queue)
        let back = reachability.isOnline.filter { $0 }.map { _ in 0 }
        return backOff.amb(back).take(1)
      }
    })
  }
}

enum UploadOnReconnect: LeakProgram {
  static func run() {
    let uploader = Uploader(reachability: Reachability())
    let done = DispatchSemaphore(value: 0)
    let finished = Shared(false)
    let upload = uploader.upload().subscribe(
      next: { _ in finished.update { $0 = true } },
      error: { _ in done.signal() },
      completed: { done.signal() })
    while uploader.attempts.value < 3 { pause(milliseconds: 1) }
    uploader.reachability.isOnline.accept(true)
    done.wait()
    pause(milliseconds: 40)
    print("finished", finished.value, "three attempts or more", uploader.attempts.value > 2)
    withExtendedLifetime(upload) {}
  }
}
