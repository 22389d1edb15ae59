import TraceAnalysis

/// The subscriptions that a page holds: the ones that were asked for, with all between them and their roots.
/// Where these are too many, the worst come first.
struct ReportSelection {
  /// Numbers, ascending.
  let numbers: [Int]
  /// How many of the subscriptions that were asked for are left out.
  let leftOut: Int
  /// The place of each among `numbers`; -1 for a subscription that is left out.
  private let places: LifeArray<Int32>

  init(_ trace: AnalyzedTrace, limit: Int?) {
    let lives = trace.forest.lives
    var isKept = LifeArray(repeating: false, count: lives.count)
    var kept = 0
    let limit = max(limit ?? .max, 1)
    // A subscription is never without its downstreams. Numbers ascend from there, but for damaged traces.
    func keep(_ index: LifeIndex) {
      var way: [LifeIndex] = []
      var next: Life? = lives[index]
      while let life = next, !isKept[life.index] {
        way.append(life.index)
        next = life.downstream
      }
      guard kept + way.count <= limit else { return }
      for index in way { isKept[index] = true }
      kept += way.count
    }
    let wanted = lives.indices.filter { trace.isSelected($0.number) }
    if wanted.count > limit {
      let leaks = trace.verdicts.leaks + trace.verdicts.suspects
      for leak in leaks {
        for step in leak.path { keep(LifeIndex(number: step.life)) }
      }
      for index in wanted where VerdictMark(trace.verdicts[index]) == .leak { keep(index) }
      for index in wanted where lives[index].isAlive { keep(index) }
    }
    for index in wanted { keep(index) }
    leftOut = wanted.count { !isKept[$0] }
    let chosen = lives.indices.filter { isKept[$0] }
    numbers = chosen.map(\.number)
    var places = LifeArray<Int32>(repeating: -1, count: lives.count)
    for (place, index) in chosen.enumerated() { places[index] = Int32(clamping: place) }
    self.places = places
  }

  /// The place of a subscription in the page; nil where it is left out.
  func place(of life: Life) -> Int? { places[life.index] >= 0 ? Int(places[life.index]) : nil }
}
