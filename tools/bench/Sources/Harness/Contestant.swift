/// A library that is measured: the rows that it has, and what only a process of its own can tell.
public struct Contestant: Sendable {
  /// Runs so many units and returns a sum over what arrived, which must be the same in every library.
  public typealias Workload = (Int) -> Int

  public let name: String
  private var workloads: [Row: @Sendable () -> Workload] = [:]
  /// Makes that many living subscriptions through 0, 1 or 5 operators, and returns what keeps them.
  public var live: (@Sendable (_ count: Int, _ operators: Int) -> Any)?
  /// Subscribes once through five operators, and disposes.
  public var subscribeOnce: (@Sendable () -> Void)?
  /// What it holds in numbers.
  public var holdings: [Holding] = []
  /// Something that two threads may send to, and what counts the arrivals.
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

  /// Makes what a row measures; what it makes is set up once, then run many times.
  public subscript(row: Row) -> (@Sendable () -> Workload)? {
    get { workloads[row] }
    set { workloads[row] = newValue }
  }

  /// The rows it has, in the order of the table.
  public var rows: [Row] { Row.all.filter { workloads[$0] != nil } }
}
