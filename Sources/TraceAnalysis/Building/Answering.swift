internal import TraceFormat

/// The subscriptions that bring others to their ends.
extension ForestBuilder {
  /// An event of another tree is looked for so many steps away.
  private static let longestWay = 32
  /// A damaged recording may hold a circle. It is cut only at the end.
  private static let deepest = 512

  /// A root or an inner signal has ended by itself. If an event of another tree led to the end, the innermost
  /// subscription on the way of that event has answered this one.
  mutating func noteAnswer(of life: LifeIndex, from cause: EventID) {
    var answer: LifeIndex?
    var other: LifeIndex?
    var (next, below) = (EventID?.some(cause), life)
    for _ in 0..<Self.longestWay {
      guard let (step, before) = recent.step(next) else { break }
      if other != nil || step.life != below && lives.downstream(of: step.life) != below {
        let way = way(from: step.life)
        if let other {
          guard way.last == other else { break }
        } else if way.last != self.way(from: life).last {
          other = way.last
        }
        let instance = way.first { lives.role(of: $0).kind != .source } ?? way.last
        if other != nil, answer.map({ way.contains($0) }) ?? true { answer = instance }
      }
      below = step.life
      next = before
    }
    guard let answer else { return }
    lives.changeRare(life) { $0.answeredBy = LifeLink(answer) }
  }

  /// From a life down to its root, both included.
  private func way(from life: LifeIndex) -> [LifeIndex] {
    var way = [life]
    while way.count < Self.deepest, let below = lives.downstream(of: way[way.count - 1]) { way.append(below) }
    return way
  }
}
