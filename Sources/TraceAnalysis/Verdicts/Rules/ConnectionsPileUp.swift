package import TraceFormat

/// Connections that nobody uses.
enum ConnectionsPileUp: Rule {
  static let description = RuleDescription(
    of: .connectionsPileUp, title: "idle connections are kept",
    claim: """
      A place makes one shared connection after the other, and keeps them when their subscribers have \
      left.
      """,
    needs: """
      Several connections of one line that are connected, have had subscribers, and have none any more.
      They were begun one after the other, and more may come. If no more have come for a long time, it \
      is a suspect.
      If they were begun at once, each is a clock that went on when the program had taken its last \
      subscriber away. That is a suspect, too.
      Two are enough for a suspect if each is such a clock, and others of the line ended by themselves \
      long after their last subscriber had left.
      """,
    excuses: """
      A connection above which a stop signal is still to come.
      A few connections: a program may keep one for the next subscriber.
      """,
    thresholds: [
      .count("fewest idle", Facts.fewestIdle, "Fewer may wait for their next subscriber."),
      .count(
        "fewest idle beside others that ended", Facts.fewestIdleBesideEnded,
        "One may be kept for its next subscriber."),
    ],
    faulty: .program(
      "Faulty/connection/CraneTelemetry",
      """
      Each shift publishes and connects the load anew. Its displays leave, and nobody kept the \
      connection.
      """),
    healthy: .program(
      "Healthy/TickOfTheWorld",
      "One connection ticks from the start of a server to its end, with players or without."))

  static let reason = Leak.Reason.connectionsPileUp
  static let searches: [Search] = [.idleConnections]
}

extension Leak.Reason {
  /// Connections without subscribers pile up.
  public static let connectionsPileUp = Leak.Reason("connectionsPileUp")
}

/// All subscribers of a connection have gone. `kind` counts the idle connections of its kind.
struct ConnectionIdle: Evidence {
  let life: LifeIndex
  let kind: Int

  var sentence: Sentence? {
    kind == 1
      ? "The connection \(life: life) goes on without a subscriber"
      : "\(count: kind) connections like \(life: life) go on without a subscriber"
  }

  var figures: [Figure] { [.life("connection", life), .count("idle of its kind", kind)] }
}

/// Connections work for nobody until they have counted to their end. Some of the line have done so: `first`
/// was the first.
struct ConnectionsRunOut: Evidence {
  let life: LifeIndex
  let alive: Int
  let ended: Int
  let first: LifeIndex
  /// How long the first of those that ended had worked for nobody.
  let idle: UInt64

  var sentence: Sentence? {
    "\(count: alive) connections like \(life: life) work for nobody; \(ended, "other") ended by \(words: ended == 1 ? "itself" : "themselves"), \(life: first) \(duration: idle) after its last subscriber had left"
  }

  var figures: [Figure] {
    [
      .life("connection", life), .count("alive", alive), .count("ended", ended), .life("first", first),
      .duration("worked for nobody", idle),
    ]
  }
}

extension Leak.Hint {
  /// Dispose the connection made at `site` with its last subscriber.
  package static func disposeConnection(site: Site) -> Leak.Hint {
    Leak.Hint("disposeConnection", site) {
      "Nobody comes back to the connections made at \($0.place): dispose each with its last subscriber, or share one."
    }
  }
}

extension Search {
  /// Connections without a subscriber.
  static let idleConnections = Search("idleConnections", yieldsTo: [.recursions]) { facts, _ in
    var result = facts.connectionBreaks()
    result.breaks += facts.runOutBreaks(besides: Set(result.breaks.map(\.top)))
    return result
  }
}

extension Facts {
  static let fewestIdle = 3
  static let fewestIdleBesideEnded = 2

  /// A place makes one connection after the other, and by contract each is kept. Nobody comes back to the
  /// ones without subscribers.
  ///
  /// If they were made at once, that is less sure. They are suspects if they go on to work for nobody.
  fileprivate func connectionBreaks() -> SearchResult {
    var result = SearchResult(of: self)
    var idle: [Int: [(source: LifeIndex, site: Site, members: [LifeIndex])]] = [:]
    for connection in forest.connections where connection.isConnected {
      guard let source = connection.source, forest.lives[source].isAlive, doubt(source) == nil,
        let member = connection.members.last,
        connection.members.allSatisfy({ !forest.lives[$0].isAlive }), !awaitsStop(source)
      else { continue }
      let site = connection.calledAt ?? forest.lives[member].site
      idle[forest.lives[member].entryIndex, default: []].append((source, site, connection.members))
    }
    result.breaks = idle.values.flatMap { found -> [Break] in
      let epochs = Set(found.map { forest.lives[$0.source].epoch }).count
      if found.count < Self.fewestIdle {
        for each in found {
          result.acquittals.add(
            each.source, by: .connectionsPileUp, .short,
            FewIdle(connection: each.source, idle: found.count, needed: Self.fewestIdle))
        }
      }
      guard found.count >= Self.fewestIdle,
        epochs >= Self.fewestIdle || found.allSatisfy({ worksForNobody($0.source, left: $0.members) })
      else { return [] }
      let births = found.map(\.source)
      let isDoubtful =
        epochs < Self.fewestIdle
        || isComplete(from: births.min() ?? births[0], to: births.max() ?? births[0])
      return found.map { each in
        Break(
          reason: .connectionsPileUp, confidence: isDoubtful ? .possible : .likely, top: each.source,
          evidence: [ConnectionIdle(life: each.source, kind: found.count)], site: each.site,
          hint: .disposeConnection(site: each.site))
      }
    }
    return result
  }

  /// A place makes one connection after the other. Each works for nobody until it has counted to its end, and
  /// some have.
  ///
  /// A count is no reason to keep the connections that live: nobody asks them whether somebody listens.
  fileprivate func runOutBreaks(besides told: Set<LifeIndex>) -> [Break] {
    var living: [Int: [(source: LifeIndex, site: Site)]] = [:]
    var ended: [Int: [(source: LifeIndex, idle: UInt64)]] = [:]
    for connection in forest.connections {
      guard let source = connection.source.map({ forest.lives[$0] }), doubt(source.index) == nil,
        let member = connection.members.last,
        let idle = timeForNobody(source, left: connection.members), idle > settle
      else { continue }
      let place = forest.lives[member].entryIndex
      if source.isAlive, connection.isConnected, !awaitsSignal(source) {
        living[place, default: []].append(
          (source.index, connection.calledAt ?? forest.lives[member].site))
      } else if source.hasEnding, !source.hasFailed {
        ended[place, default: []].append((source.index, idle))
      }
    }
    return living.flatMap { place, found -> [Break] in
      guard let others = ended[place], found.count >= Self.fewestIdleBesideEnded,
        !found.contains(where: { told.contains($0.source) })
      else { return [] }
      return found.map { each in
        Break(
          reason: .connectionsPileUp, confidence: .possible, top: each.source,
          evidence: [
            ConnectionsRunOut(
              life: each.source, alive: found.count, ended: others.count, first: others[0].source,
              idle: others[0].idle)
          ], site: each.site, hint: .disposeConnection(site: each.site))
      }
    }
  }

  /// Whether a signal may still stop it. A count of its values, such as `take(20)`, is none.
  private func awaitsSignal(_ source: Life) -> Bool {
    for life in source.way({ $0.firstWithData }) where life.upstreams.contains(where: { !$0.carriesData }) {
      return true
    }
    return false
  }

  /// How long a clock has worked since the program took the last of its subscribers away. Nil for another
  /// source, or another end of a subscriber.
  private func timeForNobody(_ source: Life, left members: [LifeIndex]) -> UInt64? {
    let clocks = keepers(of: source.index, alive: source.isAlive)
    guard clocks.allSatisfy({ $0.traits.isSuperset(of: [.timer, .endless]) }), let sent = source.lastValueAt
    else { return nil }
    var last: UInt64 = 0
    for member in members {
      let root = forest.lives[roots[member]]
      guard !root.hasEnding, root.reason.isOfProgram, let left = root.endedAt else { return nil }
      last = max(last, left)
    }
    return sent - min(sent, last)
  }

  /// Whether a source is a clock that has gone on since the program took the last of its subscribers away.
  private func worksForNobody(_ source: LifeIndex, left members: [LifeIndex]) -> Bool {
    timeForNobody(forest.lives[source], left: members).map { $0 > settle } ?? false
  }
}
