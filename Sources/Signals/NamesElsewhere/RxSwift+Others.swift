// Made from tools/checks/names.txt by tools/checks/names --write.

extension ReplaySubject {
  /// RxSwift's name; here it is `ReplaySubject.init(capacity:)`.
  @available(*, unavailable, renamed: "init(capacity:)")
  public static func create(bufferSize: Int) -> ReplaySubject<Value> { unavailable() }

  /// RxSwift's name; here it is `ReplaySubject.init(capacity:)`.
  @available(
    *, unavailable, message: "use 'ReplaySubject.init(capacity:)': without 'capacity' everything is kept"
  )
  public static func createUnbounded() -> ReplaySubject<Value> { unavailable() }
}

extension SerialDisposable {
  /// RxSwift's name; here it is `SerialDisposable.inner`.
  @available(*, unavailable, renamed: "inner")
  public var disposable: Disposable { unavailable() }
}

extension SingleAssignmentDisposable {
  /// RxSwift's name; here it is `SingleAssignmentDisposable.inner`.
  @available(*, unavailable, message: "use 'SingleAssignmentDisposable.inner': it is a property")
  public func setDisposable(_ disposable: Disposable) { unavailable() }
}

extension DisposeBag {
  /// RxSwift's name; here it is `DisposeBag.add(_:)`.
  @available(*, unavailable, renamed: "add(_:)")
  public func insert(_ disposable: Disposable) { unavailable() }
}

extension MainScheduler {
  /// RxSwift's name; here it is `Scheduler.main`.
  @available(*, unavailable, renamed: "main", message: "write '.main'")
  public static var instance: MainScheduler { unavailable() }

  /// RxSwift's name; here it is `Scheduler.main`.
  @available(*, unavailable, renamed: "main", message: "write '.main'; it always delivers later")
  public static var asyncInstance: MainScheduler { unavailable() }
}

extension Single {
  /// RxSwift's name; here it is `deliver(on:)`.
  @available(*, unavailable, renamed: "deliver(on:)", message: "order is kept on every scheduler")
  public func observe(on scheduler: Any) -> Single<Value> { unavailable() }

  /// RxSwift's name; here it is `Single.subscribe(success:failure:disposed:)`.
  @available(*, unavailable, renamed: "subscribe(success:failure:disposed:)")
  public func subscribe(
    onSuccess: @escaping (Value) -> Void, onFailure: ((any Error) -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> Subscription { unavailable() }
}

extension Maybe {
  /// RxSwift's name; here it is `deliver(on:)`.
  @available(*, unavailable, renamed: "deliver(on:)", message: "order is kept on every scheduler")
  public func observe(on scheduler: Any) -> Maybe<Value> { unavailable() }

  /// RxSwift's name; here it is `Maybe.subscribe(success:failure:completed:disposed:)`.
  @available(*, unavailable, renamed: "subscribe(success:failure:completed:disposed:)")
  public func subscribe(
    onSuccess: @escaping (Value) -> Void, onError: ((any Error) -> Void)? = nil,
    onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
  ) -> Subscription { unavailable() }

  /// RxSwift's name; here it is `Maybe.defaultIfEmpty(_:)`.
  @available(*, unavailable, renamed: "defaultIfEmpty(_:)")
  public func ifEmpty(default value: Value) -> Single<Value> { unavailable() }
}

extension Completable {
  /// RxSwift's name; here it is `deliver(on:)`.
  @available(*, unavailable, renamed: "deliver(on:)", message: "order is kept on every scheduler")
  public func observe(on scheduler: Any) -> Completable { unavailable() }

  /// RxSwift's name; here it is `Completable.subscribe(completed:failure:disposed:)`.
  @available(*, unavailable, renamed: "subscribe(completed:failure:disposed:)")
  public func subscribe(
    onCompleted: @escaping () -> Void, onError: ((any Error) -> Void)? = nil, onDisposed: (() -> Void)? = nil
  ) -> Subscription { unavailable() }

  /// RxSwift's name; here it is `Completable.merge(_:)`.
  @available(*, unavailable, renamed: "merge(_:)")
  public static func zip(_ completables: Completable...) -> Completable { unavailable() }
}

extension Subject {
  /// RxSwift's name; here it is `Subject.next(_:)` or `Subscriber.next(_:)`.
  @available(*, unavailable, renamed: "next(_:)")
  public func onNext(_ value: Value) { unavailable() }

  /// RxSwift's name; here it is `Subject.error(_:)` or `Gate.error(_:)`.
  @available(*, unavailable, renamed: "error(_:)")
  public func onError(_ error: any Error) { unavailable() }

  /// RxSwift's name; here it is `Subject.completed()` or `Gate.completed()`.
  @available(*, unavailable, renamed: "completed()")
  public func onCompleted() { unavailable() }

  /// RxSwift's name; here it is `Observer.send(_:)`.
  @available(*, unavailable, renamed: "send(_:)", message: "takes an event")
  public func on(_ event: Event<Value>) { unavailable() }

  /// RxSwift's name, for which nothing is needed here.
  @available(*, unavailable, message: "a subject is an observer already")
  public func asObserver() -> Subject<Value> { unavailable() }

  /// RxSwift's name; here it is `Subject.hasSubscribers`.
  @available(*, unavailable, renamed: "hasSubscribers")
  public var hasObservers: Bool { unavailable() }
}

extension Subscriber {
  /// RxSwift's name; here it is `Subject.next(_:)` or `Subscriber.next(_:)`.
  @available(*, unavailable, renamed: "next(_:)")
  public func onNext(_ value: Value) { unavailable() }

  /// RxSwift's name; here it is `Subject.error(_:)` or `Gate.error(_:)`.
  @available(*, unavailable, renamed: "error(_:)")
  public func onError(_ error: any Error) { unavailable() }

  /// RxSwift's name; here it is `Subject.completed()` or `Gate.completed()`.
  @available(*, unavailable, renamed: "completed()")
  public func onCompleted() { unavailable() }

  /// RxSwift's name; here it is `Observer.send(_:)`.
  @available(*, unavailable, renamed: "send(_:)", message: "takes an event")
  public func on(_ event: Event<Value>) { unavailable() }
}

extension Infallible {
  /// RxSwift's name; here it is `Infallible.subscribe(next:completed:disposed:)`.
  @available(*, unavailable, renamed: "subscribe(next:completed:disposed:)")
  public func subscribe(
    onNext: @escaping (Value) -> Void, onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
  ) -> Subscription { unavailable() }
}
