/// The beginning and the end of a subscription to a source, in virtual time.
///
///     --^----!     from 2 to 7
///     --^          from 2 on
///     --(^!)       at 2, and no longer
///
/// Spaces and times such as `12ms` are read as in a ``Timeline``. A literal that cannot be read is an
/// interval with a ``problem``. Every assertion on it fails.
public struct SubscriptionInterval: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  public let subscribed: Duration
  /// The end of the subscription; nil if it has not ended.
  public var disposed: Duration?
  /// The reason why the drawing cannot be read; nil if it can.
  public let problem: MarbleError?

  public init(subscribed: Duration, disposed: Duration? = nil) {
    self.init(subscribed, disposed, problem: nil)
  }

  private init(_ subscribed: Duration, _ disposed: Duration?, problem: MarbleError?) {
    self.subscribed = subscribed
    self.disposed = disposed
    self.problem = problem
  }

  /// Reads a drawing.
  public init(_ marbles: String) throws(MarbleError) {
    var subscribed: Int?
    var disposed: Int?
    for mark in try MarbleScanner.marks(of: marbles) {
      func error(_ problem: String, _ advice: String) -> MarbleError {
        MarbleError(marbles: marbles, column: mark.column, problem: problem, advice: advice)
      }
      switch mark.symbol {
      case "^":
        guard subscribed == nil else {
          throw error("a second '^'", "; one drawing is one subscription: give the second one of its own")
        }
        subscribed = mark.tick
      case "!":
        guard subscribed != nil else { throw error("'!' ends no subscription", "; type '^' before it") }
        guard disposed == nil else { throw error("a second '!'", "; a subscription ends once") }
        disposed = mark.tick
      default:
        throw error("'\(mark.symbol)' is no subscription", "; type '^' where it begins, '!' where it ends")
      }
    }
    guard let subscribed else {
      throw MarbleError(
        marbles: marbles, column: max(marbles.count, 1), problem: "there is no subscription",
        advice: "; type '^' where it begins, or expect no interval at all")
    }
    self.init(subscribed: .ticks(subscribed), disposed: disposed.map { .ticks($0) })
  }

  public init(stringLiteral marbles: String) {
    do throws(MarbleError) {
      try self.init(marbles)
    } catch {
      self.init(.zero, nil, problem: error)
    }
  }

  public var description: String {
    problem?.description ?? MarbleDrawing([MarbleRow("", marks)]).lines.joined(separator: "\n")
  }

  var marks: [MarbleMark] {
    [MarbleMark(time: subscribed, symbol: "^")] + (disposed.map { [MarbleMark(time: $0, symbol: "!")] } ?? [])
  }
}
