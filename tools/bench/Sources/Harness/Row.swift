/// One line of the table: what every library does for it, and what is known of the peers.
public struct Row: Hashable, Sendable {
  /// What the table and the thresholds call it.
  public let name: String
  /// What one unit is: figures are nanoseconds, instructions and blocks for each.
  public let unit: String
  /// Units in one round; a multiple of `grain`.
  public let count: Int
  /// The least number of units that can be run.
  public let grain: Int
  /// What peers needed when they were measured side by side; nil where they were not: then OpenCombine, as it is
  /// measured here, is the peer.
  public let peers: Peers?
  /// Who else is measured here, and has to be kept up with.
  public let rivals: [Rival]

  /// Nanoseconds a unit, all from one machine: they mean something only as ratios to one another.
  public struct Peers: Hashable, Sendable {
    /// The fastest of RxSwift, ReactiveSwift and OpenCombine in SwiftPM's default release build.
    public let best: Double
    /// The fastest in either build: default, or with `-cross-module-optimization`.
    public let toughest: Double
    /// OpenCombine in the default build, where it has the row.
    public let openCombine: Double?
  }

  /// A library that is measured in the same run.
  public struct Rival: Hashable, Sendable {
    public let library: String
    /// What a unit may take at most, in units of what it takes there.
    public let most: Double
  }

  init(
    _ name: String, unit: String, count: Int, grain: Int = 1,
    best: Double, toughest: Double, openCombine: Double?
  ) {
    self.name = name
    self.unit = unit
    self.count = count
    self.grain = grain
    self.peers = Peers(best: best, toughest: toughest, openCombine: openCombine)
    rivals = []
  }

  /// A row whose peers are those that are measured here.
  init(_ name: String, unit: String, count: Int, grain: Int = 1, rivals: [Rival] = []) {
    self.name = name
    self.unit = unit
    self.count = count
    self.grain = grain
    peers = nil
    self.rivals = rivals
  }
}

extension Row {
  /// True where other threads have a part in it: then its counts depend on which of them runs when.
  var usesThreads: Bool { self == .deliver || self == .valuesOfThreads || self == .debounce }

  /// The row of that name.
  public static func named(_ name: String) -> Row? { all.first { $0.name == name } }
}
