internal import TraceFormat

extension Judge {
  /// Who is gone must not leave a living upstream: each edge from a dead downstream to a living upstream is a
  /// break. Excuses what is still on its way and what by contract lives on.
  mutating func downwardBreaks() -> [Break] {
    var breaks: [Break] = []
    let shares = SharedConnections(forest)
    for index in forest.lives.indices where forest.lives[index].isAlive {
      let life = forest.lives[index]
      guard let below = life.downstream.map({ $0 - 1 }), let gone = forest.lives[below].endedAt else {
        continue
      }
      var due = max(gone, life.subscribedAt)
      if life.role.kind == .shared {
        switch shares.standing(of: life, below: forest.lives[below]) {
        case .used: continue
        case .idle:
          excuse(index, .idleShare)
          continue
        case .abandoned(let since): due = max(due, since)
        }
      }
      guard isSettled(due) else {
        excuse(index, .settling)
        continue
      }
      breaks.append(
        Break(
          reason: .disposalNotPassedOn, confidence: confidence(of: life), top: index, downstream: below))
    }
    return breaks
  }

  /// A `nested` edge was guessed from the thread. It is proven by values that came over it and were dropped at
  /// the dead subscriber.
  private func confidence(of life: Life) -> Confidence {
    guard life.role.kind == .nested else { return .certain }
    return life.droppedDownstream > 0 ? .certain : .possible
  }
}

/// Who still uses the connections of multicasts.
struct SharedConnections: Sendable {
  enum Standing {
    /// Another subscriber of the same multicast lives.
    case used
    /// None does, and the operator keeps its connection for the next one.
    case idle
    /// None does since then, and the connection should have gone with the last.
    case abandoned(since: UInt64)
  }

  /// Operators that dispose the connection with its last subscriber. The others (`replay`, `publish` with
  /// `connect`, …) leave that to whoever holds the connection.
  private static let counting: Set<String> = ["share", "refCount", "autoconnect"]

  private var living: [Site: Int] = [:]
  private var lastEnds: [Site: UInt64] = [:]
  private var disconnected: [Int: UInt64] = [:]

  init(_ forest: Forest) {
    let sites = Set(
      forest.lives.lazy.filter { $0.role.kind == .shared }
        .compactMap { $0.downstream.flatMap { forest[$0]?.site } })
    guard !sites.isEmpty else { return }
    for life in forest.lives where sites.contains(life.site) && life.role.kind != .shared {
      if let end = life.endedAt {
        lastEnds[life.site] = max(lastEnds[life.site] ?? 0, end)
      } else {
        living[life.site, default: 0] += 1
      }
    }
    for connection in forest.connections where !connection.isConnected {
      if let source = connection.source { disconnected[source] = connection.disconnectedAt }
    }
  }

  /// Subscribers of a multicast share the call site of the subscription that its connection was made for.
  func standing(of connection: Life, below: Life) -> Standing {
    if let time = disconnected[connection.number] { return .abandoned(since: time) }
    if living[below.site] ?? 0 > 0 { return .used }
    let operators = [below.site.operatorName, connection.site.operatorName]
    guard operators.contains(where: Self.counting.contains) else { return .idle }
    return .abandoned(since: lastEnds[below.site] ?? 0)
  }
}
