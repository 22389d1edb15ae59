/// The times that a row has to reach here, from figures that were taken elsewhere.
///
/// Peers that are not at hand are compared through OpenCombine, which is. If it takes half of its time beside them,
/// they are taken to need half as well. Where OpenCombine does not have the row, the median of all its rows counts.
struct Bars: Equatable {
  /// The time that the fastest peer in the default build would take here.
  let best: Double
  /// The time that the fastest peer in either build would take here.
  let toughest: Double

  /// Where peers were not measured elsewhere, OpenCombine alone is the peer; nil if it has no such row.
  init?(_ peers: Row.Peers?, openCombine: Double?, otherRows: [Double]) {
    if let peers {
      self.init(peers, openCombine: openCombine, otherRows: otherRows)
    } else {
      guard let openCombine else { return nil }
      self.init(
        Row.Peers(best: openCombine, toughest: openCombine, openCombine: openCombine),
        openCombine: openCombine,
        otherRows: [])
    }
  }

  /// - Parameters:
  ///   - openCombine: its time in the run that is judged.
  ///   - otherRows: how much longer it took in that run than beside the peers, on the rows that it has.
  init(_ peers: Row.Peers, openCombine: Double?, otherRows: [Double]) {
    let scale = Self.scale(peers, openCombine: openCombine) ?? (otherRows.isEmpty ? 1 : otherRows.median)
    best = peers.best * scale
    toughest = peers.toughest * scale
  }

  /// How many times as long things take in this run as beside the peers; nil if this row cannot tell.
  static func scale(_ peers: Row.Peers?, openCombine: Double?) -> Double? {
    guard let now = openCombine, let then = peers?.openCombine else { return nil }
    return now / then
  }

  /// A fifth of the best peer in the default build.
  var five: Double { best / 5 }
  /// Half of the toughest peer in either build.
  var two: Double { toughest / 2 }
}
