package import TraceFormat

/// Looks into the table of living subscriptions of a process, one after the other, as far as they are worth
/// keeping: each living subscription once, and counts of each call site. Its size does not grow with the
/// number of looks.
package struct LivingWatch: Sendable {
  /// A subscription that lived at the last look.
  struct Life: Sendable {
    var seen: LivingReading.Subscription
    /// The look that found it first, from 1.
    let firstLook: Int
    /// Since when each look found it alive, and not the subscription for whose sake it was made.
    var aloneSince: UInt64?
    /// Of a flattening operator: since when each look found inner signals of it, and no source.
    var sourcelessSince: UInt64?
  }

  /// The subscriptions of one call site.
  struct Line: Sendable {
    let site: Site
    /// How many lived at the first look, and how many began and ended since then, as far as looks found them.
    var atFirst = 0
    var begun = 0
    var ended = 0
    /// How many looks found new ones.
    var looksWithBegun = 0
    fileprivate var lastBegun = 0
    /// The call site of a subscription for whose sake one of these was made.
    var downstream: Int?
    /// How many ended, of those that had outlived their downstream, and the longest time that one took for
    /// it.
    var endedAlone = 0
    var longestAlone: UInt64 = 0
    /// Of flattening operators: how many ended after their source had.
    var endedSourceless = 0
    /// Of flattening operators: whether a look found one with a source, and with a source that awaits a stop
    /// signal.
    var hasSource = false
    var awaitsStop = false
    /// The call site of an operator that awaits it, in a source that lived beside inner signals.
    var stop: Int?

    fileprivate mutating func begin(at look: Int) {
      begun += 1
      if lastBegun != look { looksWithBegun += 1 }
      lastBegun = look
    }
  }

  private(set) var lines: [Line] = []
  private var numbers: [Site: Int] = [:]
  /// By the program's numbers.
  private(set) var lives: [UInt64: Life] = [:]
  package private(set) var looks = 0
  /// The times of the first and the last look.
  package private(set) var began: UInt64 = 0
  package private(set) var ended: UInt64 = 0
  /// Whether all looks reached all of the table.
  package private(set) var isWhole = true
  package private(set) var atFirst = 0
  package private(set) var begun = 0
  package private(set) var gone = 0

  package init() {}

  /// From the first look to the last one, in nanoseconds.
  package var length: UInt64 { ended.since(began) }
  /// How many lived at the last look.
  package var alive: Int { lives.count }
  /// The call sites that were met.
  package var sites: [Site] { lines.map(\.site) }

  /// The number of a call site, by which readings name it.
  package mutating func number(of site: Site) -> Int {
    if let number = numbers[site] { return number }
    numbers[site] = lines.count
    lines.append(Line(site: site))
    return lines.count - 1
  }

  func traits(of life: LivingReading.Subscription) -> SiteTraits { lines[life.site].site.traits }

  /// Takes one look, which is later than all before it.
  package mutating func add(_ reading: LivingReading) {
    looks += 1
    if looks == 1 { began = reading.time }
    let before = looks == 1 ? reading.time : ended
    ended = max(before, reading.time)
    isWhole = isWhole && reading.isWhole
    let edges = Edges(reading, self)
    for example in edges.examples {
      lines[example.site].hasSource = true
      guard let stop = example.stop else { continue }
      lines[example.site].awaitsStop = true
      if example.hasInner { lines[example.site].stop = stop }
    }
    var found: [UInt64: Life] = [:]
    found.reserveCapacity(reading.subscriptions.count)
    for seen in reading.subscriptions where found[seen.id] == nil {
      var life = known(seen) ?? begin(seen)
      life.seen = seen
      if seen.endsWithDownstream {
        if let below = edges.subscription(seen.downstream) {
          life.aloneSince = nil
          lines[seen.site].downstream = below.site
        } else {
          life.aloneSince = life.aloneSince ?? ended
        }
      }
      life.sourcelessSince = edges.isSourceless(seen) ? life.sourcelessSince ?? ended : nil
      found[seen.id] = life
    }
    for (id, life) in lives where found[id]?.firstLook != life.firstLook { end(life, before) }
    lives = found
  }

  /// The subscription, if the look before has found it. A program that was replaced gives the same numbers to
  /// others.
  private func known(_ seen: LivingReading.Subscription) -> Life? {
    guard let life = lives[seen.id], life.seen.site == seen.site, life.seen.downstream == seen.downstream
    else { return nil }
    return life
  }

  private mutating func begin(_ seen: LivingReading.Subscription) -> Life {
    if looks == 1 {
      atFirst += 1
      lines[seen.site].atFirst += 1
    } else {
      begun += 1
      lines[seen.site].begin(at: looks)
    }
    return Life(seen: seen, firstLook: looks)
  }

  private mutating func end(_ life: Life, _ lastSeen: UInt64) {
    gone += 1
    let line = life.seen.site
    lines[line].ended += 1
    if let since = life.aloneSince {
      lines[line].endedAlone += 1
      lines[line].longestAlone = max(lines[line].longestAlone, lastSeen.since(since))
    }
    if life.sourcelessSince != nil { lines[line].endedSourceless += 1 }
  }
}

/// The downstreams and upstreams of all subscriptions, at one look.
private struct Edges {
  private let subscriptions: [LivingReading.Subscription]
  private var places: [UInt64: Int] = [:]
  private var flattening: Set<UInt64> = []
  /// The places of sources, by their downstreams.
  private var sources: [UInt64: Int] = [:]
  private var withInner: Set<UInt64> = []
  /// The subscriptions that listen to a control signal.
  private var controlled: Set<UInt64> = []
  /// Some flattening operators that have a source: the call site, whether there are inner signals, and the
  /// call site of an operator in the source that awaits a stop signal.
  private(set) var examples: [(site: Int, hasInner: Bool, stop: Int?)] = []

  /// The number of lives of a call site that are searched for a stop. The others are alike.
  private static let mostExamples = 3

  init(_ reading: LivingReading, _ watch: LivingWatch) {
    subscriptions = reading.subscriptions
    places.reserveCapacity(subscriptions.count)
    for (place, seen) in subscriptions.enumerated() {
      places[seen.id] = place
      if watch.traits(of: seen).contains(.flattens) { flattening.insert(seen.id) }
      guard seen.downstream != 0 else { continue }
      switch seen.role.kind {
      case .source: sources[seen.downstream] = place
      case .inner: withInner.insert(seen.downstream)
      case .control: controlled.insert(seen.downstream)
      default: break
      }
    }
    var counts: [[Int]: Int] = [:]
    for seen in subscriptions where flattening.contains(seen.id) {
      guard let source = sources[seen.id] else { continue }
      let hasInner = withInner.contains(seen.id)
      let kind = [seen.site, hasInner ? 1 : 0]
      guard counts[kind, default: 0] < Self.mostExamples else { continue }
      counts[kind, default: 0] += 1
      examples.append((seen.site, hasInner, stop(from: source, watch)))
    }
  }

  func subscription(_ id: UInt64) -> LivingReading.Subscription? { places[id].map { subscriptions[$0] } }

  /// Whether it flattens, and has inner signals and no source.
  func isSourceless(_ seen: LivingReading.Subscription) -> Bool {
    flattening.contains(seen.id) && withInner.contains(seen.id) && sources[seen.id] == nil
  }

  private func stop(from place: Int, _ watch: LivingWatch) -> Int? {
    var next: Int? = place
    for _ in 0..<Thresholds.reach {
      guard let place = next else { return nil }
      let seen = subscriptions[place]
      if watch.traits(of: seen).contains(.stops), controlled.contains(seen.id) { return seen.site }
      next = sources[seen.id]
    }
    return nil
  }
}
