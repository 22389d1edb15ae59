/// A piece of a leak's evidence with its numbers, and the numbers of all its cases.
package struct WeighedEvidence: Sendable {
  package struct Number: Sendable {
    /// Of the case that is shown.
    package let figure: Figure
    /// From the smallest to the largest of all cases; nil where they do not differ, or are no amounts.
    package let range: ClosedRange<UInt64>?
    /// How many other cases have another value here.
    package let others: Int
  }

  package let evidence: any Evidence
  package let numbers: [Number]

  init(_ evidence: any Evidence, among others: [any Evidence]) {
    self.evidence = evidence
    let figures = evidence.figures
    let all = others.map { $0.figures }.filter { $0.map(\.name) == figures.map(\.name) }
    numbers = figures.indices.map { place in
      let value = figures[place].value
      let amounts = all.compactMap { $0[place].value.amount }
      let (least, most) = (amounts.min() ?? 0, amounts.max() ?? 0)
      return Number(
        figure: figures[place], range: least < most ? least...most : nil,
        others: all.count { $0[place].value != value })
    }
  }
}

extension Leak {
  /// The evidence of the instance that ``path`` shows, piece by piece.
  package var weighed: [WeighedEvidence] {
    evidence.map { piece in
      let others = cases.compactMap { each in
        each.evidence.first { ObjectIdentifier(type(of: $0)) == ObjectIdentifier(type(of: piece)) }
      }
      return WeighedEvidence(piece, among: others)
    }
  }
}

extension Figure.Value {
  /// A count, or a time in nanoseconds.
  fileprivate var amount: UInt64? {
    switch self {
    case .count(let amount), .duration(let amount), .moment(let amount): amount
    case .life, .owner, .site, .text, .flag: nil
    }
  }

  /// The same kind of value with another amount.
  package func with(_ amount: UInt64) -> Self {
    switch self {
    case .count: .count(amount)
    case .duration: .duration(amount)
    case .moment: .moment(amount)
    case .life, .owner, .site, .text, .flag: self
    }
  }
}
