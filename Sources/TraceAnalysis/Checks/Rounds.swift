internal import TraceFormat

/// The rounds of a program that does the same again and again, and marks the end of each.
package struct Rounds: Sendable, Hashable {
  /// From this number on, marks of equal text are rounds, even if nobody says so.
  package static let fewest = 4
  /// If there are more, every second, third … is taken.
  private static let most = 4096

  /// The text of each mark. Where each has another number in it, the number is `…` here.
  package let text: String
  /// When each round ended, ascending.
  package let ends: [UInt64]

  /// The rounds that each mark with this text ends; nil where there are less than two.
  package init?(in forest: Forest, endedBy text: String) {
    let same = forest.marks.filter { $0.text == text }
    let marks = same.count > 1 ? same : forest.marks.filter { Self.withoutNumbers($0.text) == text }
    self.init(text, marks.map(\.time))
  }

  private init?(_ text: String, _ times: [UInt64]) {
    guard times.count > 1 else { return nil }
    self.text = text
    let step = (times.count + Self.most - 1) / Self.most
    ends = stride(from: (times.count - 1) % step, to: times.count, by: step).map { times[$0] }
  }

  /// The rounds of every mark that came often, in the order of the first one, if something was put away in
  /// each. A mark for a beginning, such as a user who came, ends no round. Marks that differ only in a number
  /// are of one kind, where none of them came often.
  package static func recurring(in forest: Forest) -> [Rounds] {
    let equal = recurring(forest.marks, in: forest, \.text)
    return equal.isEmpty ? recurring(forest.marks, in: forest) { withoutNumbers($0.text) } : equal
  }

  /// The text with `…` for each number in it.
  private static func withoutNumbers(_ text: String) -> String {
    let digits: ClosedRange<Unicode.Scalar> = "0"..."9"
    guard text.unicodeScalars.contains(where: digits.contains) else { return text }
    var result = String.UnicodeScalarView()
    var isWithin = false
    for scalar in text.unicodeScalars {
      let isDigit = digits.contains(scalar)
      if !isDigit { result.append(scalar) } else if !isWithin { result.append("…") }
      isWithin = isDigit
    }
    return String(result)
  }

  private static func recurring(
    _ marks: [Forest.Mark], in forest: Forest, _ text: (Forest.Mark) -> String
  ) -> [Rounds] {
    var times: [String: [UInt64]] = [:]
    var order: [String] = []
    for mark in marks {
      let text = text(mark)
      if times[text] == nil { order.append(text) }
      times[text, default: []].append(mark.time)
    }
    return order.compactMap { text in
      guard let marks = times[text], marks.count >= fewest, let rounds = Rounds(text, marks) else {
        return nil
      }
      return rounds.putSomethingAway(in: forest) ? rounds : nil
    }
  }

  private func putSomethingAway(in forest: Forest) -> Bool {
    var hasPutAway = [Bool](repeating: false, count: ends.count + 1)
    for life in forest.lives where life.isPutAway {
      if let ended = life.endedAt { hasPutAway[round(at: ended)] = true }
    }
    return hasPutAway.dropLast().count { $0 } * 5 >= ends.count * 4
  }

  /// The first round that ends at `time` or later; their count where none does.
  func round(at time: UInt64) -> Int {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Rounds {
  /// How many of one kind were alive at the end of each round.
  package struct Tally: Sendable {
    private let rounds: Rounds
    private var changes: [Int]
    private var before = 0

    package init(_ rounds: Rounds) {
      self.rounds = rounds
      changes = Array(repeating: 0, count: rounds.ends.count + 1)
    }

    package mutating func add(_ life: Life) {
      if life.wasAliveBefore || life.isBeginningMissing { before += 1 }
      changes[rounds.round(at: life.subscribedAt)] += 1
      if let ended = life.endedAt { changes[rounds.round(at: max(ended, life.subscribedAt))] -= 1 }
    }

    /// How many were alive at the end of each round.
    package var alive: [Int] {
      var sum = 0
      return changes.dropLast().map {
        sum += $0
        return sum
      }
    }

    /// Nil unless there were more after (almost) every round than before it, or after many of them from the
    /// first to the last, and never fewer.
    package var growth: Growth? {
      let alive = alive
      guard alive.count >= Rounds.fewest else { return nil }
      let steps = zip(alive.dropFirst(), alive).map { $0 - $1 }
      let grown = steps.count { $0 > 0 }
      guard steps.allSatisfy({ $0 >= 0 }), grown * 10 >= steps.count * 9 || Rounds.isEvenlySpread(steps)
      else { return nil }
      // The first round can only be compared with the subscriptions before it, and with those that began with
      // the program.
      let first = alive[0] - before
      let most = steps.max() ?? 0
      let all = first == most ? [first] + steps : steps
      return Growth(
        text: rounds.text, rounds: all.count, grown: all.count { $0 > 0 },
        step: all.allSatisfy { $0 == 0 || $0 == most } ? most : nil,
        first: first == most ? before : alive[0], last: alive[alive.count - 1])
    }
  }

  /// Every second or third round, say: a thing that fills up and is then full grows in its first rounds only.
  fileprivate static func isEvenlySpread(_ steps: [Int]) -> Bool {
    guard steps.count >= 2 * Rounds.fewest else { return false }
    return (0..<4).allSatisfy { quarter in
      let part = steps[(quarter * steps.count / 4)..<((quarter + 1) * steps.count / 4)]
      return part.count { $0 > 0 } * 10 >= part.count * 3
    }
  }

  /// There are more after each round: proof by repetition that something of a round stays.
  package struct Growth: Sendable, Hashable {
    package let text: String
    /// How many rounds were compared, and in how many there were more at the end.
    package let rounds: Int
    package let grown: Int
    /// How many more, where it is the same number in each round that grew.
    package let step: Int?
    /// How many were alive before the first of these rounds, and after the last.
    package let first: Int
    package let last: Int

    package var sentence: Sentence {
      let often: Sentence = "in \(count: grown) of \(rounds, "round") (\(quoted: text))"
      guard let step else { return "from \(count: first) to \(count: last) alive, more " + often }
      return "+\(count: step) a round " + often
    }
  }
}

extension Life {
  /// The program ended it: a handle, an owner, a stop signal. It did not end by itself.
  fileprivate var isPutAway: Bool {
    guard ending == nil, let disposal else { return false }
    return [.explicit, .owner, .trigger, .deinitialized].contains(disposal.reason)
  }
}
