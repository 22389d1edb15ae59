// healthy: subscriptions of one line, none of which ends; killed while they listen
// says: The breakpoints are set before the program runs, and hold for as long as it does; the developer kills it in the middle.
// allows: nothing

import Signals

private struct Step: Sendable {
  let line: Int
  let depth: Int
}

private final class Debugger: Sendable {
  let steps = PublishSubject<Step>()
  private let breakpoints = Shared<[Int: Subscription]>([:])
  private let hits = Shared(0)

  func setBreakpoint(at line: Int) {
    let hit = steps.filter { $0.line == line }
      .subscribe(next: { [hits] _ in hits.update { $0 += 1 } })
    breakpoints.update { $0[line] = hit }
  }

  /// Runs on to the end of the function that the program is in.
  func finish(_ depth: Int) {
    _ = steps.first(where: { $0.depth < depth }).subscribe(next: { _ in })
  }
}

enum BreakpointsOfASession: LeakProgram {
  static func run() {
    let debugger = Debugger()
    for line in stride(from: 10, to: 80, by: 10) { debugger.setBreakpoint(at: line) }
    for round in 0..<40 {
      debugger.finish(2)
      for line in 0..<20 { debugger.steps.next(Step(line: (round + line * 4) % 90, depth: 2)) }
      debugger.steps.next(Step(line: 1, depth: 1))
      pause(milliseconds: 4)
    }
    killed(holding: debugger)
  }
}
