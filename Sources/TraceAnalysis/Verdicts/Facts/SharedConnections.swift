internal import TraceFormat

/// The subscribers that still use the connections of multicasts.
struct SharedConnections: Sendable {
  enum Standing {
    /// Another subscriber of the same multicast lives.
    case used
    /// None does, and the operator keeps its connection for the next one.
    case idle
    /// None does since then, and the connection should have gone with the last.
    case abandoned(since: UInt64)
  }

  /// By the number of the call site.
  private var living: [Int: Int] = [:]
  private var lastEnds: [Int: UInt64] = [:]
  private var disconnected: [LifeIndex: UInt64] = [:]
  /// The connection that each source feeds, where it is known who joined it.
  private var connections: [LifeIndex: Connection] = [:]
  private let forest: Forest

  init(_ forest: Forest) {
    self.forest = forest
    for connection in forest.connections {
      guard let source = connection.source else { continue }
      if !connection.isConnected { disconnected[source] = connection.disconnectedAt }
      if !connection.members.isEmpty { connections[source] = connection }
    }
    // Only where it is not known who joined are all subscribers of the call site to be looked at.
    var isAsked = [Bool](repeating: false, count: forest.siteCount)
    for life in forest.livesInRole(.shared) {
      guard connections[life.index] == nil, disconnected[life.index] == nil, let below = life.downstream
      else { continue }
      isAsked[below.entryIndex] = true
    }
    guard isAsked.contains(true) else { return }
    for life in LifeScan(forest.table, .sites(isAsked)) where life.role.kind != .shared {
      let site = life.entryIndex
      if let end = life.endedAt {
        lastEnds[site] = max(lastEnds[site] ?? 0, end)
      } else {
        living[site, default: 0] += 1
      }
    }
  }

  /// The subscribers that joined the connection decide. If the recording does not say, all subscribers of the
  /// call site count as subscribers of one connection.
  func standing(of connection: Life, below: Life) -> Standing {
    if let time = disconnected[connection.index] { return .abandoned(since: time) }
    if let known = connections[connection.index] {
      var last: UInt64 = 0
      for member in known.members {
        guard let ended = forest.lives[member].endedAt else { return .used }
        last = max(last, ended)
      }
      return keeps(connection, below) ? .idle : .abandoned(since: last)
    }
    if living[below.entryIndex] ?? 0 > 0 { return .used }
    return keeps(connection, below) ? .idle : .abandoned(since: lastEnds[below.entryIndex] ?? 0)
  }

  /// Whether it is no business of the last subscriber to end the connection.
  private func keeps(_ connection: Life, _ below: Life) -> Bool {
    !below.traits.contains(.countedShare) && !connection.traits.contains(.countedShare)
  }
}
