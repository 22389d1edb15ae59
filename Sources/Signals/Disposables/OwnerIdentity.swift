import SignalTracing
import Synchronization
import TraceFormat

/// Records an object that holds disposables: once in each recording, at the object's first use.
struct OwnerIdentity: ~Copyable, Sendable {
  private let kind: OwnerKind
  private let site: CallSite
  /// The type of the object's own owner; nil if it has none.
  private let type: (any AnyObject.Type)?
  /// The last recording that has the record.
  private let told = Atomic<UInt32>(.max)

  init(_ kind: OwnerKind, _ site: CallSite, type: (any AnyObject.Type)? = nil) {
    self.kind = kind
    self.site = site
    self.type = type
  }

  /// Owners are watched: writes the record, unless this recording has it.
  func tell(_ number: UInt64) {
    let recording = Trace.recording
    guard told.exchange(recording, ordering: .relaxed) != recording else { return }
    Trace.owner(number, kind, type: type.map { TypeNames.name(of: $0) }, at: site)
  }

  /// The owner goes out of memory.
  func released(_ number: UInt64) {
    if told.load(ordering: .relaxed) != .max, Trace.ownersAreWatched { Trace.released(owner: number) }
  }
}

extension Disposable {
  /// Records `object` as the owner of this disposable. A trace then shows it when the object goes out of
  /// memory and this disposable lives on.
  ///
  /// The object does not hold this disposable and is not kept alive. Nothing is disposed when the object
  /// goes: put this disposable into a `DisposeBag` of the object for that. A trace records the object's end a
  /// little later: when subscriptions begin or end, or when the recording ends. Without a watcher the call
  /// remembers nothing and costs nothing.
  @discardableResult
  public final func owned(
    by object: AnyObject, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Self {
    if Trace.ownersAreWatched {
      _ = held(by: OwnedObjects.number(of: object, at: CallSite("owned(by:)", file, line)))
    }
    return self
  }
}
