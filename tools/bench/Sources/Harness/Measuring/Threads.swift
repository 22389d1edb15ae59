import Glibc
import Synchronization

/// Two threads send to one subscriber. Prints nanoseconds an event, and how much of what was sent arrived.
///
/// To be read, not to be compared: which thread gets to run when decides most of it.
func printTwoSenders(to contestant: Contestant, count: Int) {
  guard let shared = contestant.shared?() else { return }
  let half = count / 2
  let start = StartingLine()
  let first = Thread { start.run(half, shared.send) }
  let second = Thread { start.run(half, shared.send) }
  let before = start.fire()
  first.join()
  second.join()
  let time = Clock.wall.now - before
  print("\(time / Double(2 * half))\t\(Double(shared.arrivals()) / Double(2 * half))")
}

/// Threads that begin at the same moment.
private final class StartingLine: Sendable {
  private let ready = Atomic<Int>(0)
  private let isOpen = Atomic<Bool>(false)

  func run(_ count: Int, _ body: (Int) -> Void) {
    ready.add(1, ordering: .releasing)
    while !isOpen.load(ordering: .acquiring) {}
    for value in 0..<count { body(value) }
  }

  /// Opens the line once two threads stand at it, and returns when that was.
  func fire() -> Double {
    while ready.load(ordering: .acquiring) < 2 { sched_yield() }
    let now = Clock.wall.now
    isOpen.store(true, ordering: .releasing)
    return now
  }
}
