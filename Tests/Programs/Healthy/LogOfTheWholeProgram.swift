// healthy: from the start to the end
// says: What the program logs is written as long as it runs; nobody needs the handle.
// allows: suspect

import Signals

enum LogOfTheWholeProgram: LeakProgram {
  static func run() {
    let log = PublishSubject<String>()
    let lines = Shared(0)
    _ = log.subscribe(next: { _ in lines.update { $0 += 1 } })
    _ = log.filter { $0.hasPrefix("error") }.subscribe(next: { _ in lines.update { $0 += 1 } })
    for request in 0..<60 {
      let work = PublishSubject<Int>()
      let subscription = work.take(2).subscribe(next: { log.next("step \($0) of \(request)") })
      work.next(1)
      work.next(2)
      subscription.dispose()
      pause(milliseconds: 1)
    }
    log.next("error: none")
    print(lines.value)
  }
}
