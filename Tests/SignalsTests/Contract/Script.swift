/// What the sources of an operator do, one step after the other.
struct Script: Sendable {
  enum Event: Sendable {
    case value(Int)
    case completed
    case error

    var isEnd: Bool { if case .value = self { false } else { true } }
  }

  struct Step: Sendable {
    let source: Int
    let event: Event
  }

  let name: String
  let steps: [Step]

  /// What one source does: its step's number and the event.
  func events(of source: Int) -> [(number: Int, event: Event)] {
    steps.enumerated().filter { $0.element.source == source }.map { ($0.offset, $0.element.event) }
  }

  var hasErrors: Bool {
    steps.contains { if case .error = $0.event { true } else { false } }
  }
}

extension Script {
  /// Each source sends 1, then each sends 2; and all complete.
  static func completing(_ sources: Int) -> Script {
    Script(name: "all complete", steps: values(sources) + ends(0..<sources))
  }

  /// The ways in which so many sources may go on.
  static func all(_ sources: Int) -> [Script] {
    guard sources > 0 else { return [Script(name: "no source", steps: [])] }
    var scripts = [
      completing(sources),
      Script(name: "source 0 fails", steps: values(sources) + [Step(source: 0, event: .error)]),
      Script(name: "none ends", steps: values(sources)),
      Script(name: "all are empty", steps: ends(0..<sources)),
      Script(name: "source 0 fails first", steps: [Step(source: 0, event: .error)]),
    ]
    if sources > 1 {
      let last = sources - 1
      scripts += [
        Script(name: "all complete, the last first", steps: values(sources) + ends((0..<sources).reversed())),
        Script(name: "the last source fails", steps: values(sources) + [Step(source: last, event: .error)]),
        Script(name: "the last source fails first", steps: [Step(source: last, event: .error)]),
      ]
    }
    return scripts
  }

  private static func values(_ sources: Int) -> [Step] {
    (1...2).flatMap { value in (0..<sources).map { Step(source: $0, event: .value(value)) } }
  }

  private static func ends(_ order: some Sequence<Int>) -> [Step] {
    order.map { Step(source: $0, event: .completed) }
  }
}

/// What the sources have done so far, as an operator's rules are asked about it.
struct Progress {
  private(set) var values: [Int]
  private(set) var completed: Set<Int> = []
  private(set) var failed: Set<Int> = []
  /// The source that did something first.
  private(set) var first: Int?

  init(sources: Int) { values = Array(repeating: 0, count: sources) }

  mutating func note(_ step: Script.Step) {
    if first == nil { first = step.source }
    switch step.event {
    case .value: values[step.source] += 1
    case .completed: completed.insert(step.source)
    case .error: failed.insert(step.source)
    }
  }
}
