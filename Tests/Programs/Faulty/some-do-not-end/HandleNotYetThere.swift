// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: the first value comes within `subscribe`, before the handle is there to be disposed, and it is the only chance

import Signals

/// Waits until a file is complete; some are at once.
enum HandleNotYetThere: LeakProgram {
  static func run() {
    let checks = PublishSubject<Int>()
    for file in 0..<12 {
      let size = BehaviorSubject(file % 3 == 0 ? 100 : 0)
      let handle = Shared<Subscription?>(nil)
      let waiting = size.merge(checks).subscribe(next: { size in  // LEAK
        if size == 100 { handle.value?.dispose() }
      })
      handle.update { $0 = waiting }
      if mended && file % 3 == 0 { waiting.dispose() }
      if file % 3 != 0 { size.next(100) }
    }
    for _ in 0..<20 { checks.next(1) }
    pause(milliseconds: 30)
  }
}
