internal import TraceFormat

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

  private var living: [Site: Int] = [:]
  private var lastEnds: [Site: UInt64] = [:]
  private var disconnected: [Int: UInt64] = [:]
  /// The connection that each source feeds, where it is known who joined it.
  private var connections: [Int: Connection] = [:]
  private let forest: Forest

  init(_ forest: Forest) {
    self.forest = forest
    for connection in forest.connections {
      guard let source = connection.source else { continue }
      if !connection.isConnected { disconnected[source] = connection.disconnectedAt }
      if !connection.members.isEmpty { connections[source] = connection }
    }
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
  }

  /// Who joined the connection decides. A recording that does not say takes all subscribers of the call site for those
  /// of one connection.
  func standing(of connection: Life, below: Life) -> Standing {
    if let time = disconnected[connection.number] { return .abandoned(since: time) }
    if let known = connections[connection.number] {
      var last: UInt64 = 0
      for member in known.members {
        guard let ended = forest.lives[member - 1].endedAt else { return .used }
        last = max(last, ended)
      }
      return keeps(connection, below) ? .idle : .abandoned(since: last)
    }
    if living[below.site] ?? 0 > 0 { return .used }
    return keeps(connection, below) ? .idle : .abandoned(since: lastEnds[below.site] ?? 0)
  }

  /// Whether it is no business of the last subscriber to end the connection.
  private func keeps(_ connection: Life, _ below: Life) -> Bool {
    !below.site.traits.contains(.countedShare) && !connection.site.traits.contains(.countedShare)
  }
}
