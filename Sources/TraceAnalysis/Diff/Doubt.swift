import TraceFormat

/// Where the newer of two recordings may hold a leak that it does not tell.
struct Doubt {
  private let older: Forest
  private let suspects: [Leak]
  private let lines: [OperatorOfFile: LinePairs]
  private var seen = Set<OperatorOfFile>()
  private var doubtful = Set<OperatorOfFile>()
  private var hasLosses: Bool

  init(
    _ older: Forest, _ newer: (forest: Forest, verdicts: Verdicts), _ selection: Set<Int>?,
    _ lines: [OperatorOfFile: LinePairs]
  ) {
    self.older = older
    self.lines = lines
    suspects = newer.verdicts.suspects
    hasLosses = !newer.forest.lostRanges.isEmpty
    for life in newer.forest.lives where selection?.contains(life.number) ?? true {
      seen.insert(OperatorOfFile(life.site))
      hasLosses = hasLosses || life.isBeginningMissing
      switch newer.verdicts[life.index] {
      case .unknown?, .open(.settling)?: doubtful.insert(OperatorOfFile(life.site))
      default: break
      }
    }
  }

  /// Whether a leak of the older recording is suspected where it was, something of its places is alive that
  /// was not judged, or its beginning may be among what was lost.
  func hides(_ leak: Leak) -> Bool {
    suspects.contains { isOneLeak(leak, $0) }
      || leak.members.contains { older[$0].map { hides($0.site) } ?? false }
  }

  private func isOneLeak(_ leak: Leak, _ suspect: Leak) -> Bool {
    guard leak.fingerprint == suspect.fingerprint else { return false }
    // It is another where it is known where either is in the other's version.
    guard let line = lines[OperatorOfFile(leak.site)]?.newer[leak.site.line] else { return true }
    return OperatorOfFile(suspect.site) != OperatorOfFile(leak.site) || suspect.site.line == line
  }

  private func hides(_ site: Site) -> Bool {
    doubtful.contains(OperatorOfFile(site)) || hasLosses && !seen.contains(OperatorOfFile(site))
  }
}
