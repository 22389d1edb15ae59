import SignalTracing
import TraceFormat

/// The life of an object. Subscriptions and other disposables can end with it.
///
///     final class Session {
///       private let (lifetime, token) = Lifetime.make()
///       func follow(_ feed: Signal<Quote>) { _ = feed.take(during: lifetime).subscribe(next: show) }
///     }
///
/// The life ends when its token goes out of memory, so the object keeps the token. Thread-safe. As
/// ReactiveSwift `Lifetime` and `-rac_deallocDisposable`.
public final class Lifetime: Sendable {
  private let held: CompositeDisposable
  private let site: CallSite

  /// Ends its lifetime when it goes out of memory.
  public final class Token: Sendable {
    private let lifetime: Lifetime
    fileprivate init(_ lifetime: Lifetime) { self.lifetime = lifetime }
    deinit { lifetime.held.dispose(because: .owner) }
  }

  private init(_ site: CallSite) {
    self.site = site
    held = CompositeDisposable(OwnerIdentity(.lifetime, site))
  }

  /// A new life, and the token that ends it.
  public static func make(
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> (lifetime: Lifetime, token: Token) {
    let lifetime = Lifetime(CallSite("Lifetime", file, line, [.source, .hot]))
    return (lifetime, Token(lifetime))
  }

  /// A life that has ended.
  public static let ended: Lifetime = make().lifetime

  /// True once the token went out of memory.
  public var hasEnded: Bool { held.isDisposed }

  /// Disposes `disposable` at the end of this life, or at once if this life has ended. Traces show this life
  /// as the owner.
  public func add(_ disposable: Disposable, file: StaticString = #fileID, line: UInt32 = #line) {
    held.add(disposable, called: CallSite("add", file, line))
  }

  /// The same as a function of one parameter.
  @_disfavoredOverload
  public func add(_ disposable: Disposable) { held.add(disposable, called: nil) }

  /// Runs `action` at the end of this life, or at once if this life has ended.
  ///
  /// - Returns: a disposable that cancels the action: `action` is released and does not run.
  @discardableResult
  public func onEnded(_ action: @escaping @Sendable () -> Void) -> Disposable {
    let ending = Disposable(action)
    held.add(ending, called: nil)
    return Disposable { [weak ending, held] in
      if let ending { held.remove(ending) }
    }
  }

  /// Completes at the end of this life. As `-rac_willDeallocSignal`.
  public var willDeinit: Signal<Never> {
    Signal<Never>(site) { [self] _, gate in
      gate.adopt(onEnded { [weak gate] in gate?.completed() })
    }
  }
}

extension Signal {
  /// Sends the events of the source until a life ends, and completes then.
  ///
  ///     source         -1--2--3-|
  ///     life           ^-----x
  ///     take(during:)  -1--2-|
  ///
  /// Completes earlier if the source does. As ReactiveSwift `take(during:)`.
  public func take(
    during lifetime: Lifetime, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    take(until: lifetime.willDeinit, at: CallSite("take(during:)", file, line, .stops))
  }
}
