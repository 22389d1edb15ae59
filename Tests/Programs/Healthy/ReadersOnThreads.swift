// healthy: alive on several threads at the end
// says: Four threads read until the queue is closed, which ends them all.
// allows: nothing

import Dispatch
import Signals

enum ReadersOnThreads: LeakProgram {
  static func run() {
    let queue = PublishSubject<Int>()
    let group = DispatchGroup()
    let ready = (0..<4).map { _ in Flag() }
    for reader in 0..<4 {
      DispatchQueue.global().async(group: group) {
        let done = Flag()
        _ = queue.filter { $0 % 4 == reader }.subscribe(next: { _ in }, completed: { done.raise() })
        ready[reader].raise()
        done.wait()
      }
    }
    for flag in ready { flag.wait() }
    for item in 0..<100 {
      queue.next(item)
      if item % 5 == 0 { pause(milliseconds: 2) }
    }
    queue.completed()
    group.wait()
  }
}
