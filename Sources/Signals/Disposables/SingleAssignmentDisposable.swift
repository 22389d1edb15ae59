import SignalTracing
import TraceFormat

/// A place for one disposable that is made later than the place.
///
/// Thread-safe. A disposable that is put into a disposed place is disposed at once; a second assignment stops
/// the program. As Rx `SingleAssignmentDisposable`.
public final class SingleAssignmentDisposable: Disposable, @unchecked Sendable {
  private let place: SerialDisposable
  private let assignment = Once()

  /// An empty place.
  public init(file: StaticString = #fileID, line: UInt32 = #line) {
    place = SerialDisposable(at: CallSite("SingleAssignmentDisposable", file, line))
    super.init()
  }

  /// The disposable that is held. It can be set once.
  public var inner: Disposable? {
    get { place.inner }
    set {
      precondition(assignment.isFirst(), "a SingleAssignmentDisposable is assigned once")
      place.inner = newValue
    }
  }

  override func dispose(because reason: DisposalReason) {
    super.dispose(because: reason)
    place.dispose(because: reason)
  }

  override func held(by owner: UInt64) -> UInt64 { place.held(by: owner) }
  override var traceNumber: UInt64 { place.traceNumber }
}
