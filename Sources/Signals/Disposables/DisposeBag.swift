import SignalTracing
import TraceFormat

/// Holds subscriptions, and disposes them when it goes out of memory: the life of its owner is theirs.
///
///     final class Feed {
///       private let bag = DisposeBag()
///       init() { ticks.subscribe(next: show).disposed(by: bag) }
///     }
///
/// Thread-safe. The bag lets go of children that end by themselves. As Rx `DisposeBag`, which keeps them.
public final class DisposeBag: Sendable {
  private let held: CompositeDisposable

  public init(file: StaticString = #fileID, line: UInt32 = #line) {
    held = CompositeDisposable(OwnerIdentity(.bag, CallSite("DisposeBag", file, line)))
  }

  /// A bag of which traces say whose it is: an object of this type, and when it went out of memory.
  public init(of owner: AnyObject, file: StaticString = #fileID, line: UInt32 = #line) {
    held = CompositeDisposable(
      OwnerIdentity(.bag, CallSite("DisposeBag", file, line), type: type(of: owner)))
    held.belong(to: owner, at: CallSite("DisposeBag", file, line))
  }

  deinit { held.dispose(because: .owner) }

  /// Disposes what is held, now, and from now on what is added.
  public func dispose(file: StaticString = #fileID, line: UInt32 = #line) {
    held.dispose(file: file, line: line)
  }

  /// How many are held; some of them may have ended.
  public var count: Int { held.count }

  /// Holds a disposable, oldest disposed first.
  public func add(_ disposable: Disposable, file: StaticString = #fileID, line: UInt32 = #line) {
    held.add(disposable, called: CallSite("add", file, line))
  }

  /// The same, for where a function of one parameter is asked for.
  @_disfavoredOverload
  public func add(_ disposable: Disposable) { held.add(disposable, called: nil) }

  fileprivate func take(_ disposable: Disposable, _ site: CallSite) { held.add(disposable, called: site) }
}

extension Disposable {
  /// Gives this to a bag, which disposes it when it goes out of memory.
  public final func disposed(by bag: DisposeBag, file: StaticString = #fileID, line: UInt32 = #line) {
    bag.take(self, CallSite("disposed(by:)", file, line))
  }
}
