internal import TraceFormat

extension Judge {
  private static let fewestIdle = 3

  /// Connections that by contract are kept, of which a place makes one after the other: nobody will ever come back to
  /// those whose subscribers have gone.
  func connectionBreaks() -> [Break] {
    var idle: [Int: [(source: Int, site: Site)]] = [:]
    for connection in forest.connections where connection.isConnected {
      guard let source = connection.source, forest.lives[source - 1].isAlive, doubt(source - 1) == nil,
        let member = connection.members.last,
        connection.members.allSatisfy({ !forest.lives[$0 - 1].isAlive }), !awaitsStop(source - 1)
      else { continue }
      let site = connection.calledAt ?? forest.lives[member - 1].site
      idle[forest.lives[member - 1].entryIndex, default: []].append((source - 1, site))
    }
    return idle.values.flatMap { found -> [Break] in
      let epochs = Set(found.map { forest.lives[$0.source].epoch }).count
      guard found.count >= Self.fewestIdle, epochs >= Self.fewestIdle || workForNobody(found.map(\.source))
      else { return [] }
      let births = found.map(\.source)
      let isComplete =
        epochs < Self.fewestIdle || isComplete(from: births.min() ?? 0, to: births.max() ?? 0)
      return found.map { each in
        Break(
          reason: .connectionsPileUp, confidence: isComplete ? .possible : .likely, top: each.source,
          evidence: [.connectionIdle(each.source + 1, kind: found.count)], site: each.site,
          hint: .disposeConnection(site: each.site))
      }
    }
  }

  /// Whether all sources are clocks that have gone on since the program took the last of their subscribers away.
  private func workForNobody(_ sources: [Int]) -> Bool {
    let left = Dictionary(
      forest.connections.lazy.compactMap { connection in
        connection.source.map { ($0 - 1, connection.members) }
      },
      uniquingKeysWith: { _, new in new })
    return sources.allSatisfy { source in
      guard let members = left[source], isAtWork(source), let sent = forest.lives[source].lastValueAt else {
        return false
      }
      return members.allSatisfy { number in
        let member = forest.lives[number - 1]
        return !member.hasEnding && member.endedAt.map { sent - min(sent, $0) > settle } ?? false
      }
    }
  }
}
