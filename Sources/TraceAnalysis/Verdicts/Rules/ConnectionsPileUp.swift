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
      """,
    excuses: """
      A connection above which a stop signal is still to come.
      A few connections: a program may keep one for the next subscriber.
      """,
    thresholds: [
      .count("fewest idle", Facts.fewestIdle, "Fewer may wait for their next subscriber.")
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
    SearchResult(facts.connectionBreaks())
  }
}

extension Facts {
  static let fewestIdle = 3

  /// A place makes one connection after the other, and by contract each is kept. Nobody comes back to the ones without
  /// subscribers.
  ///
  /// If they were made at once, that is less sure. They are suspects if they go on to work for nobody.
  fileprivate func connectionBreaks() -> [Break] {
    var idle: [Int: [(source: LifeIndex, site: Site, members: [LifeIndex])]] = [:]
    for connection in forest.connections where connection.isConnected {
      guard let source = connection.source, forest.lives[source].isAlive, doubt(source) == nil,
        let member = connection.members.last,
        connection.members.allSatisfy({ !forest.lives[$0].isAlive }), !awaitsStop(source)
      else { continue }
      let site = connection.calledAt ?? forest.lives[member].site
      idle[forest.lives[member].entryIndex, default: []].append((source, site, connection.members))
    }
    return idle.values.flatMap { found -> [Break] in
      let epochs = Set(found.map { forest.lives[$0.source].epoch }).count
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
  }

  /// Whether a source is a clock that has gone on since the program took the last of its subscribers away.
  private func worksForNobody(_ source: LifeIndex, left members: [LifeIndex]) -> Bool {
    guard isAtWork(source), let sent = forest.lives[source].lastValueAt else { return false }
    return members.allSatisfy { member in
      let root = forest.lives[roots[member]]
      return !root.hasEnding && root.reason.isOfProgram
        && root.endedAt.map { sent - min(sent, $0) > settle } ?? false
    }
  }
}
