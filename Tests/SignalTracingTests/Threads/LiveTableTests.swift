import SignalTracing
import Synchronization
import Testing
import TraceFormat

@Suite struct LiveTableTests {
  private static func make() -> TracedSubscription {
    TracedSubscription(site: CallSite("live", #fileID, #line), downstream: nil, role: Role(.source))
  }

  /// Each thread has more of them than it keeps to itself, and ends some that others have made.
  @Test func `threads that make and end subscriptions never get one twice`() async {
    let threads = 4, each = 6000
    var left: [TracedSubscription] = []
    for _ in 0..<3 {
      let halves = Halves(left)
      left = await withTaskGroup(of: [TracedSubscription].self) { group in
        for _ in 0..<threads {
          group.addTask {
            var made = (0..<each).map { _ in Self.make() }
            while let other = halves.take() { other.end() }
            for _ in 0..<each / 2 { made.removeLast().end() }
            return made
          }
        }
        return await group.reduce(into: []) { $0 += $1 }
      }
      #expect(Set(left.map(\.identifier)).count == left.count)
    }
    for subscription in left { subscription.end() }
  }
}

private final class Halves: Sendable {
  private let left: Mutex<[TracedSubscription]>
  init(_ left: [TracedSubscription]) { self.left = Mutex(left) }
  func take() -> TracedSubscription? { left.withLock { $0.popLast() } }
}
