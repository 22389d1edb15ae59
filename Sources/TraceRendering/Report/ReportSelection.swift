import TraceAnalysis

/// The subscriptions that a page holds: the ones that were asked for, with all between them and their roots. Where
/// these are too many, the worst come first.
struct ReportSelection {
  /// Numbers, ascending.
  let numbers: [Int]
  /// How many of the subscriptions that were asked for are left out.
  let leftOut: Int
  /// By number - 1: the place among `numbers`; -1 for a subscription that is left out.
  private let places: [Int32]

  init(_ trace: AnalyzedTrace, limit: Int?) {
    let lives = trace.forest.lives
    var isKept = [Bool](repeating: false, count: lives.count)
    var kept = 0
    let limit = max(limit ?? .max, 1)
    // A subscription is never without its downstreams. Numbers ascend from there, but for damaged traces.
    func keep(_ number: Int) {
      var way: [Int] = []
      var next: Int? = number
      while let number = next, !isKept[number - 1] {
        way.append(number)
        next = lives[number - 1].downstream
      }
      guard kept + way.count <= limit else { return }
      for number in way { isKept[number - 1] = true }
      kept += way.count
    }
    let wanted = lives.indices.filter { trace.isSelected($0 + 1) }
    if wanted.count > limit {
      let leaks = trace.verdicts.leaks + trace.verdicts.suspects
      for leak in leaks {
        for step in leak.path { keep(step.life) }
      }
      for index in wanted where VerdictMark(trace.verdicts[index + 1]) == .leak { keep(index + 1) }
      for index in wanted where lives[index].isAlive { keep(index + 1) }
    }
    for index in wanted { keep(index + 1) }
    leftOut = wanted.count { !isKept[$0] }
    numbers = lives.indices.filter { isKept[$0] }.map { $0 + 1 }
    var places = [Int32](repeating: -1, count: lives.count)
    for (place, number) in numbers.enumerated() { places[number - 1] = Int32(clamping: place) }
    self.places = places
  }

  /// The place of a subscription in the page; nil where it is left out.
  func place(of number: Int) -> Int? {
    places.indices.contains(number - 1) && places[number - 1] >= 0 ? Int(places[number - 1]) : nil
  }
}
