import SignalTracing
import Synchronization
import TraceFormat

/// The record of an object that holds disposables: once in each recording, when it is first used.
struct OwnerIdentity: ~Copyable, Sendable {
  private let kind: OwnerKind
  private let site: CallSite
  /// The type whose owner this is.
  private let type: (any AnyObject.Type)?
  /// In which recording it was told.
  private let told = Atomic<UInt32>(.max)

  init(_ kind: OwnerKind, _ site: CallSite, type: (any AnyObject.Type)? = nil) {
    self.kind = kind
    self.site = site
    self.type = type
  }

  /// Somebody watches owners: says what this one is, unless that was said.
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
  /// Says whose this is: a trace then shows it when the object goes out of memory and this lives on.
  ///
  /// The object holds nothing and is not kept alive, and nothing is disposed when it goes: put this into a
  /// `DisposeBag` of the object for that. A trace notices the object's end when lives next begin or end. As
  /// nothing is remembered while nobody watches, this costs nothing then.
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
