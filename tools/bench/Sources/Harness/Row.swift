/// One line of the table: the same work for every library, and the known figures of the peers.
public struct Row: Hashable, Sendable {
  /// Its name in the table and in the thresholds.
  public let name: String
  /// The name of one unit: figures are nanoseconds, instructions and blocks for each.
  public let unit: String
  /// Units in one round; a multiple of `grain`.
  public let count: Int
  /// The least number of units that can be run.
  public let grain: Int
  /// The times of the peers when they were measured side by side. Nil where they were not: then OpenCombine, as it is
  /// measured here, is the peer.
  public let peers: Peers?
  /// Other libraries that are measured here, with the times to keep up with.
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
    /// The longest time that a unit may take, in units of its time in that library.
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

  /// A row whose peers are measured here.
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
