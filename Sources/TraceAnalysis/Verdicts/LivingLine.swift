package import TraceFormat

/// The living subscriptions of one source line that no leak and no suspect tells of, and the reason for it.
package struct LivingLine: Sendable {
  package let site: Site
  package let verdict: Verdict
  /// Why the first of them belongs to no leak, the weightiest reason first. Empty where no rule came near it.
  package let reasons: [Acquittal]
  /// The numbers of the subscriptions that are judged on their own: they were started on purpose, or are
  /// shared connections.
  package private(set) var lives: [Int] = []
  /// How many of these the first reason tells of.
  package private(set) var told = 0
  /// All subscriptions, with those of operators that live with them.
  package private(set) var subscriptions = 0
  /// The lines of these operators.
  package private(set) var parts: [Site] = []

  /// The reasons that one line has room for: the weightiest, and whoever still holds it where a number is
  /// merely short of a threshold.
  package var shown: [Acquittal] {
    guard let first = reasons.first else { return [] }
    guard first.weight == .short else { return [first] }
    // That few of a kind live says nothing of who holds them.
    let holder = reasons.first { $0.weight == .unmet && !($0.evidence is NotGrowing) }
    return [first] + (holder.map { [$0] } ?? [])
  }

  fileprivate init(_ site: Site, _ verdict: Verdict, _ reasons: [Acquittal]) {
    (self.site, self.verdict, self.reasons) = (site, verdict, reasons)
  }

  fileprivate mutating func add(_ unit: Life, _ reasons: [Acquittal]) {
    lives.append(unit.number)
    if AnyEvidence(reasons.first) == AnyEvidence(self.reasons.first) { told += 1 }
  }

  fileprivate mutating func add(part: Site, isNew: Bool) {
    subscriptions += 1
    if isNew, part != site { parts.append(part) }
  }
}

/// Evidence that can be compared.
private struct AnyEvidence: Equatable {
  let evidence: AnyHashable?

  init(_ acquittal: Acquittal?) { evidence = acquittal.map { AnyHashable($0.evidence) } }
}

extension AnalyzedTrace {
  /// Each source line with living subscriptions that are not accused, by its place. One line has several
  /// entries where its subscriptions have reasons of different kinds.
  package var livingLines: [LivingLine] {
    let innocent = innocentUnits
    var lines: [LivingLine] = []
    var numbers: [LineKey: Int] = [:]
    var lineOfUnit: [LifeIndex: Int] = [:]
    var known: Set<LinePart> = []
    for (index, unit) in innocent {
      let unitLife = forest.lives[unit]
      if lineOfUnit[unit] == nil {
        let reasons = reasons(of: unitLife)
        let verdict = verdicts[unit] ?? .open(.running)
        let key = LineKey(unitLife.entryIndex, verdict, LivingLine(unitLife.site, verdict, reasons).shown)
        let number = numbers[key] ?? lines.count
        if number == lines.count {
          numbers[key] = number
          lines.append(LivingLine(unitLife.site, verdict, reasons))
        }
        lines[number].add(unitLife, reasons)
        lineOfUnit[unit] = number
      }
      guard let number = lineOfUnit[unit] else { continue }
      let life = forest.lives[index]
      let isNew = known.insert(LinePart(line: number, entry: life.entryIndex)).inserted
      lines[number].add(part: life.site, isNew: isNew)
    }
    return lines.enumerated().sorted { one, other in
      let (left, right) = (one.element.site, other.element.site)
      return (left.file, left.line, one.offset) < (right.file, right.line, other.offset)
    }
    .map(\.element)
  }

  /// Each living life that is not accused, downstreams first, and the one that it is judged with.
  private var innocentUnits: [(life: LifeIndex, unit: LifeIndex)] {
    var found: [(life: LifeIndex, unit: LifeIndex)] = []
    var units: [LifeIndex: LifeIndex] = [:]
    for index in forest.topDown {
      let life = forest.lives[index]
      guard life.isAlive, isSelected(life.number), verdicts.leak(of: life.number) == nil else { continue }
      var unit = index
      if !life.isUnit, let below = life.downstream, let known = units[below.index],
        verdicts[below.index] == verdicts[index]
      {
        unit = known
      }
      units[index] = unit
      found.append((index, unit))
    }
    return found
  }

  /// The reasons of the life that it is judged with, whether that was asked for or not.
  private func reasons(of life: Life) -> [Acquittal] {
    var next = life
    while !next.isUnit, let below = next.downstream, verdicts[below.index] == verdicts[next.index] {
      next = below
    }
    return verdicts.acquittals(of: next.index)
  }
}

/// Lives of one line with the same verdict for reasons of the same kinds stand together.
private struct LineKey: Hashable {
  let entry: Int
  let verdict: Verdict
  let kinds: [ObjectIdentifier]
  let rules: [[Leak.Reason]]

  init(_ entry: Int, _ verdict: Verdict, _ shown: [Acquittal]) {
    (self.entry, self.verdict) = (entry, verdict)
    kinds = shown.map { ObjectIdentifier(type(of: $0.evidence)) }
    rules = shown.map(\.rules)
  }
}

private struct LinePart: Hashable {
  let line: Int
  let entry: Int
}
