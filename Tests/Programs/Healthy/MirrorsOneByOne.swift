// healthy: retry that begins again at once, many times
// says: Each attempt asks the next of forty mirrors, and one of the last has the file: there is nothing to wait for.
// allows: nothing

import Signals

private struct NotHere: Error {}

/// A list of mirrors, asked one after the other.
private final class Mirrors: Sendable {
  private let next = Shared(0)
  private let count: Int
  private let clock: QueueScheduler

  init(_ count: Int, _ clock: QueueScheduler) {
    self.count = count
    self.clock = clock
  }

  func fetch(_ file: Int) -> Signal<String> {
    let clock = clock
    let next = next
    let count = count
    return Signal<String>.deferred {
      let mirror = next.update { mirror in
        mirror += 1
        return mirror % count
      }
      return Signal<Int>.timer(after: .microseconds(300), on: clock).map { _ in
        guard mirror == (file * 7 + 31) % count else { throw NotHere() }
        return "file \(file) of mirror \(mirror)"
      }
    }
    .retry(count)
  }
}

enum MirrorsOneByOne: LeakProgram {
  static func run() {
    let mirrors = Mirrors(40, QueueScheduler("network"))
    let found = Flag()
    for file in 0..<6 {
      _ = mirrors.fetch(file).subscribe(next: { _ in }, error: { _ in }, completed: { found.raise() })
      found.wait()
      pause(milliseconds: 15)
    }
  }
}
