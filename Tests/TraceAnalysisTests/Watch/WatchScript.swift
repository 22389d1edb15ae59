import TraceAnalysis
import TraceFormat

/// Writes down, by hand, what looks into a table find.
struct WatchScript {
  private(set) var watch = LivingWatch()
  private var alive: [LivingReading.Subscription] = []
  private var last: UInt64 = 0
  /// An hour: the process is older than the watch.
  private(set) var time: UInt64 = 3600 * Self.second
  /// Whether looks reach all of the table.
  var isWhole = true

  static let second: UInt64 = 1_000_000_000

  var verdicts: WatchVerdicts { WatchVerdicts(watch) }

  /// - Parameter age: when it is seen first, in seconds.
  @discardableResult
  mutating func begin(
    _ name: String, _ place: String, for downstream: UInt64 = 0, as role: Role.Kind = .source,
    traits: SiteTraits = [], owner: UInt64 = 0, age: UInt64 = 0
  ) -> UInt64 {
    last += 1
    let parts = place.split(separator: ":")
    let site = Site(
      operatorName: name, file: "app/\(parts[0])", line: UInt32(parts[1]) ?? 0, traits: traits)
    alive.append(
      LivingReading.Subscription(
        id: last, downstream: downstream, site: watch.number(of: site), role: Role(role), owner: owner,
        began: time - age * Self.second))
    return last
  }

  mutating func end(_ ids: UInt64...) { alive.removeAll { ids.contains($0.id) } }

  /// Gives the number of one that has ended to the one that begins next, as a program does that replaces another.
  mutating func useAgain(_ id: UInt64) { last = id - 1 }

  /// Looks so often, once a second.
  mutating func look(_ count: Int = 1) {
    for _ in 0..<count {
      watch.add(LivingReading(time: time, alive, isWhole: isWhole))
      time += Self.second
    }
  }

  /// A subscription behind `take(until:)`, as a session has it, and its stop.
  mutating func session(isStopped: Bool, age: UInt64 = 60, source: String = "take(until:)") -> (
    flattening: UInt64, inner: UInt64
  ) {
    let root = begin("subscribe", "Main.swift:20", traits: .root, age: age)
    let flattening = begin("flatMap", "Session.swift:13", for: root, traits: .flattens, age: age)
    if !isStopped {
      let isStop = source == "take(until:)"
      let stop = begin(
        source, "Session.swift:12", for: flattening, traits: isStop ? .stops : .source, age: age)
      if isStop {
        begin("scan", "Session.swift:11", for: stop, age: age)
        begin(
          "PublishSubject", "Session.swift:3", for: stop, as: .control, traits: [.source, .hot], age: age)
      }
    }
    let inner = begin("map", "Session.swift:14", for: flattening, as: .inner, age: age)
    begin("PublishSubject", "Clock.swift:9", for: inner, traits: [.source, .hot], age: age)
    return (flattening, inner)
  }
}
