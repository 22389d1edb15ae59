/// A library that is measured: its rows, and the measurements that need a process of their own.
public struct Contestant: Sendable {
  /// Runs so many units and returns a sum over what arrived, which must be the same in every library.
  public typealias Workload = (Int) -> Int

  public let name: String
  private var workloads: [Row: @Sendable () -> Workload] = [:]
  /// Makes that many living subscriptions through 0, 1 or 5 operators, and returns an object that keeps them.
  public var live: (@Sendable (_ count: Int, _ operators: Int) -> Any)?
  /// Subscribes once through five operators, and disposes.
  public var subscribeOnce: (@Sendable () -> Void)?
  /// The things that it holds in any number.
  public var holdings: [Holding] = []
  /// Something that two threads may send to, with a counter of the arrivals.
  public var shared: (@Sendable () -> Shared)?

  public struct Shared: Sendable {
    let send: @Sendable (Int) -> Void
    let arrivals: @Sendable () -> Int

    public init(send: @escaping @Sendable (Int) -> Void, arrivals: @escaping @Sendable () -> Int) {
      self.send = send
      self.arrivals = arrivals
    }
  }

  public init(_ name: String) { self.name = name }

  /// Makes the workload that a row measures. It is made once, then run many times.
  public subscript(row: Row) -> (@Sendable () -> Workload)? {
    get { workloads[row] }
    set { workloads[row] = newValue }
  }

  /// The rows it has, in the order of the table.
  public var rows: [Row] { Row.all.filter { workloads[$0] != nil } }
}
