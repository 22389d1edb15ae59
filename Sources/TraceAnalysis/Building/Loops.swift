internal import TraceFormat

/// Values of one subscription to a subject, each of which leads to the next, on whatever threads.
struct ValueLoop: Sendable {
  /// From so many on it is remembered. An answer and its consequences are fewer.
  static let countedFrom: UInt32 = 25

  /// How many there were in a row, at most.
  var rounds: UInt32 = 0
  /// When so many had come as are needed to remember it, and when the last one came.
  var countedAt: UInt64 = 0
  var lastAt: UInt64 = 0
  /// How many were not the first that one value led to.
  var siblings: UInt32 = 0
  /// The lives that led from one value to the next, in the order of their events.
  var lives: [LifeIndex] = []
}

extension ForestBuilder {
  private static let longestRound = 32

  /// A value of a subject's subscription comes, and something led to it. If that was a value of the same
  /// subscription, and no clock is on the way, it is a round of a loop.
  @inline(never)
  mutating func noteRound(of life: LifeIndex, _ event: EventID, _ cause: EventID, _ time: UInt64) {
    var next: EventID? = cause
    var earlier: EventID?
    for _ in 0..<Self.longestRound {
      guard let (step, before) = recent.step(next), step.kind == .next else { return }
      if step.life == life {
        earlier = step.event
        break
      }
      if traits(of: step.life).contains(.timer) { return }
      next = before
    }
    guard let earlier else { return }
    let (rounds, isSibling) = recent.count(event, after: earlier)
    guard rounds >= ValueLoop.countedFrom else { return }
    var way: [LifeIndex] = []
    if rounds == ValueLoop.countedFrom {
      way = recent.chain(from: cause, depth: Self.longestRound).prefix { $0.event != earlier }
        .reversed().map(\.life)
    }
    lives.changeRare(life) { rare in
      if isSibling { rare.loop.siblings &+= 1 }
      guard rounds >= rare.loop.rounds else { return }
      if rounds == ValueLoop.countedFrom { rare.loop.countedAt = time }
      if rare.loop.lives.isEmpty { rare.loop.lives = [life] + way }
      (rare.loop.rounds, rare.loop.lastAt) = (rounds, time)
    }
  }
}
