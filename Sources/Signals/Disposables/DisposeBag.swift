import SignalTracing
import TraceFormat

/// Holds subscriptions, and disposes them when the bag goes out of memory. So they end with the owner of the
/// bag.
///
///     final class Feed {
///       private let bag = DisposeBag()
///       init() { ticks.subscribe(next: show).disposed(by: bag) }
///     }
///
/// Thread-safe. The bag releases children that end by themselves. As Rx `DisposeBag`, which keeps them.
public final class DisposeBag: Sendable {
  private let held: CompositeDisposable

  public init(file: StaticString = #fileID, line: UInt32 = #line) {
    held = CompositeDisposable(OwnerIdentity(.bag, CallSite("DisposeBag", file, line)))
  }

  /// A bag with an owner in traces: they show the type of `owner`, and when `owner` went out of memory.
  public init(of owner: AnyObject, file: StaticString = #fileID, line: UInt32 = #line) {
    held = CompositeDisposable(
      OwnerIdentity(.bag, CallSite("DisposeBag", file, line), type: type(of: owner)))
    held.belong(to: owner, at: CallSite("DisposeBag", file, line))
  }

  deinit { held.dispose(because: .owner) }

  /// Disposes all held disposables now, and each later disposable when it is added.
  public func dispose(file: StaticString = #fileID, line: UInt32 = #line) {
    held.dispose(file: file, line: line)
  }

  /// The number of held disposables; some of them may have ended.
  public var count: Int { held.count }

  /// Holds a disposable. The oldest is disposed first.
  public func add(_ disposable: Disposable, file: StaticString = #fileID, line: UInt32 = #line) {
    held.add(disposable, called: CallSite("add", file, line))
  }

  /// The same as a function of one parameter.
  @_disfavoredOverload
  public func add(_ disposable: Disposable) { held.add(disposable, called: nil) }

  fileprivate func take(_ disposable: Disposable, _ site: CallSite) { held.add(disposable, called: site) }
}

extension Disposable {
  /// Gives this to a bag. The bag disposes it when the bag goes out of memory.
  public final func disposed(by bag: DisposeBag, file: StaticString = #fileID, line: UInt32 = #line) {
    bag.take(self, CallSite("disposed(by:)", file, line))
  }
}
