// healthy: a replayed connection outlives all of its subscribers, and is never disposed
// says: The flags are fetched for the whole process; requests look at the newest ones and are done.
// allows: nothing

import Glibc
import Signals

/// The flags of the process, kept up to date from the start on.
private final class Flags: Sendable {
  let current: Signal<Set<String>>

  init(_ updates: Signal<[String]>) {
    current = updates.map { Set($0) }.startWith([]).replayLast()
  }
}

private struct Handler: Sendable {
  let flags: Flags
  let served: Shared<Int>

  func serve(_ path: String) {
    _ = flags.current.take(1).map { $0.contains(path) }
      .subscribe(next: { [served] isNew in if isNew { served.update { $0 += 1 } } })
  }
}

enum FlagsOfFeatures: LeakProgram {
  static func run() {
    let updates = PublishSubject<[String]>()
    let handler = Handler(flags: Flags(updates), served: Shared(0))
    for request in 0..<80 {
      if request % 10 == 5 { updates.next(["/cart", "/v\(request)"]) }
      handler.serve(request % 2 == 0 ? "/cart" : "/help")
      pause(milliseconds: 2)
    }
    print("served by the new cart", handler.served.value)
    exit(0)
  }
}
