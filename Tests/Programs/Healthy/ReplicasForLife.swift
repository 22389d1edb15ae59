// healthy: begun one after the other with the handle let go, never ended, while others of the same source come and go
// says: Three replicas follow the log for as long as the process lives; clients follow it for a moment.
// allows: suspect

import Signals

enum ReplicasForLife: LeakProgram {
  static func run() {
    let log = PublishSubject<Int>()
    let copied = Shared(0)
    for replica in 0..<3 {
      _ = log.map { $0 + replica }.subscribe(next: { _ in copied.update { $0 += 1 } })
      pause(milliseconds: 5)
    }
    for client in 0..<15 {
      let reading = log.filter { $0 % 2 == client % 2 }.subscribe(next: { _ in })
      for entry in 0..<6 { log.next(entry) }
      pause(milliseconds: 5)
      reading.dispose()
    }
    print("copied", copied.value)
  }
}
