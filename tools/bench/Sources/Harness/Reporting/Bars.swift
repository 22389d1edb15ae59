/// What a row has to reach here, from figures that were taken elsewhere.
///
/// Peers that are not at hand are compared through one that is: if OpenCombine takes half of what it took beside them,
/// they are taken to need half as well. Where it does not have the row, the middle of all rows that it has says so.
struct Bars: Equatable {
  /// What the fastest peer in the default build would take here.
  let best: Double
  /// What the fastest peer in either build would take here.
  let toughest: Double

  /// Where peers were not measured elsewhere, OpenCombine alone is what is to be beaten; nil if it has no such row.
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
  ///   - openCombine: what it took in the run that is judged.
  ///   - otherRows: how much longer it took in that run than beside the peers, on the rows that it has.
  init(_ peers: Row.Peers, openCombine: Double?, otherRows: [Double]) {
    let scale = Self.scale(peers, openCombine: openCombine) ?? (otherRows.isEmpty ? 1 : otherRows.median)
    best = peers.best * scale
    toughest = peers.toughest * scale
  }

  /// How much longer things take in this run than they took beside the peers; nil if this row cannot tell.
  static func scale(_ peers: Row.Peers?, openCombine: Double?) -> Double? {
    guard let now = openCombine, let then = peers?.openCombine else { return nil }
    return now / then
  }

  /// A fifth of the best peer in the default build.
  var five: Double { best / 5 }
  /// Half of the toughest peer in either build.
  var two: Double { toughest / 2 }
}
