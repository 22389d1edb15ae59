import Signals
import SignalsTesting
import Testing

@Suite struct TraitTests {
  let out = Transcript()

  @Test func `a single is one value or an error`() async throws {
    let single = Single<Int>.create { done in
      done(.success(1))
      done(.success(2))
      done(.failure(Broken()))
      return nil
    }
    #expect(single.signal.transcript == ["1", "|", "!"])
    #expect(Signal.of(1, 2).asSingle().signal.transcript == ["#moreThanOneElement", "!"])
    #expect(Signal<Int>.empty().asSingle().signal.transcript == ["#noElements", "!"])
    #expect(try await single.map { $0 + 1 }.flatMap { .just($0 * 2) }.value() == 4)
    await #expect(throws: Broken.self) { try await Single<Int>.fail(Broken()).value() }
    #expect(try await Single<Int>.fail(Broken()).catchAndReturn(3).value() == 3)
    #expect(try await Single<Int>.fail(Broken()).catch { _ in .just(4) }.value() == 4)
    #expect(try await single.zip(with: .just("x")).map { "\($0)\($1)" }.value() == "1x")
    #expect(try await Single.fromAsync { 5 }.value() == 5)
    _ = single.subscribe(success: { [out] in out.print($0) }, disposed: { [out] in out.print("!") })
    _ = Single<Int>.fail(Broken()).subscribe(failure: { [out] in out.print($0) })
    #expect(out.lines == ["1", "!", "broken"])
  }

  @Test func `a maybe is one value, none or an error`() async throws {
    #expect(Signal.of(1, 2).asMaybe().signal.transcript == ["#moreThanOneElement", "!"])
    #expect(try await Maybe.just(1).filter { $0 > 1 }.value() == nil)
    #expect(try await Maybe.just(1).map { $0 + 1 }.flatMap { .just($0 * 2) }.value() == 4)
    #expect(try await Maybe<Int>.empty().defaultIfEmpty(7).value() == 7)
    for maybe in [Maybe.just(1), .empty(), .fail(Broken())] {
      _ = maybe.subscribe(
        success: { [out] in out.print($0) }, failure: { [out] in out.print($0) },
        completed: { [out] in out.print("none") })
    }
    #expect(out.lines == ["1", "none", "broken"])
  }

  @Test func `a completable only ends`() async throws {
    let done = Signal.of(1, 2).asCompletable()
    #expect(done.andThen(Signal.of("a")).transcript == ["a", "|", "!"])
    #expect(Completable.fail(Broken()).andThen(Single.just(1)).signal.transcript == ["#broken", "!"])
    try await done.andThen(.empty()).wait()
    await #expect(throws: Broken.self) { try await Completable.fail(Broken()).wait() }
    _ = done.subscribe(completed: { [out] in out.print("done") })
    _ = Completable.fail(Broken()).subscribe(failure: { [out] in out.print($0) })
    #expect(out.lines == ["done", "broken"])
  }

  @Test func `an infallible does not fail`() {
    let failing = Signal.of(1).concat(.fail(Broken()))
    #expect(failing.asInfallible(onErrorJustReturn: 2).signal.transcript == ["1", "2", "|", "!"])
    #expect(failing.asInfallible { _ in .just(3) }.signal.transcript == ["1", "3", "|", "!"])
    let numbers = failing.asInfallible { _ in .empty() }
    _ = numbers.map { $0 * 2 }.filter { $0 > 0 }.flatMap { .just("\($0)") }.subscribe(
      next: { [out] in out.print($0) }, completed: { [out] in out.print("|") })
    #expect(out.lines == ["2", "|"])
  }

  @Test func `a maybe and a completable are made by closures that say once how they end`() {
    let cases: [(Result<Int?, any Error>, [String])] = [
      (.success(1), ["1", "|", "!"]), (.success(nil), ["|", "!"]), (.failure(Broken()), ["#broken", "!"]),
    ]
    for (result, sent) in cases {
      let maybe = Maybe<Int>.create { done in
        done(result)
        done(.success(2))
        return nil
      }
      #expect(maybe.signal.transcript == sent)
      #expect(Maybe.deferred { maybe }.signal.transcript == sent)
    }
    let completable = Completable.create { [out] done in
      done(.success(()))
      done(.failure(Broken()))
      return Disposable { out.print("gone") }
    }
    #expect(completable.signal.transcript == ["|", "!"])
    #expect(out.lines == ["gone"])
    #expect(Completable.create { _ in throw Broken() }.signal.transcript == ["#broken", "!"])
    #expect(Completable.deferred { completable }.signal.transcript == ["|", "!"])
    #expect(Single<Int>.deferred { throw Broken() }.signal.transcript == ["#broken", "!"])
  }

  @Test func `an infallible is made by a closure that sends`() {
    let infallible = Infallible<Int>.create { send in
      for number in [1, 1, 2] { send(.next(number)) }
      send(.completed)
      send(.next(3))
      return nil
    }
    #expect(infallible.distinctUntilChanged().signal.transcript == ["1", "2", "|", "!"])
    #expect(infallible.scan(0) { $0 + $1 }.startWith(0).signal.transcript == ["0", "1", "2", "4", "|", "!"])
    #expect(infallible.compactMap { $0 > 1 ? "\($0)" : nil }.signal.transcript == ["2", "|", "!"])
    #expect(infallible.flatMapLatest { .just($0 * 2) }.signal.transcript == ["2", "2", "4", "|", "!"])
    #expect(infallible.concatMap { .just($0 * 3) }.signal.transcript == ["3", "3", "6", "|", "!"])
    #expect(infallible.asCompletable().signal.transcript == ["|", "!"])
  }

  @Test func `what one trait promises another does not take away`() {
    #expect(Single.just(1).asMaybe().signal.transcript == ["1", "|", "!"])
    #expect(Single.just(1).asCompletable().signal.transcript == ["|", "!"])
    #expect(Single.just(1).filter { $0 > 1 }.signal.transcript == ["|", "!"])
    #expect(Single.just("x").compactMap { Int($0) }.signal.transcript == ["|", "!"])
    #expect(Single.just(1).flatMapMaybe { .just($0 + 1) }.signal.transcript == ["2", "|", "!"])
    #expect(Single.just(1).flatMapCompletable { _ in .fail(Broken()) }.signal.transcript == ["#broken", "!"])
    #expect(Maybe<Int>.empty().asSingle().signal.transcript == ["#noElements", "!"])
    #expect(Maybe.just(1).asSingle().signal.transcript == ["1", "|", "!"])
    #expect(Maybe.just(1).asCompletable().signal.transcript == ["|", "!"])
    #expect(Maybe.just("7").compactMap { Int($0) }.signal.transcript == ["7", "|", "!"])
    #expect(Maybe.just(1).flatMapCompletable { _ in .empty() }.signal.transcript == ["|", "!"])
    #expect(Maybe<Int>.empty().switchIfEmpty(Maybe.just(2)).signal.transcript == ["2", "|", "!"])
    #expect(Maybe.just(1).switchIfEmpty(Single.just(2)).signal.transcript == ["1", "|", "!"])
    #expect(Maybe.just(1).zip(with: Maybe<Int>.empty()).signal.transcript == ["|", "!"])
    #expect(Maybe.just(1).zip(with: .just("x")).map { "\($0)\($1)" }.signal.transcript == ["1x", "|", "!"])
    #expect(Completable.empty().asMaybe(of: Int.self).signal.transcript == ["|", "!"])
    #expect(Completable.empty().andThen(Maybe.just(1)).signal.transcript == ["1", "|", "!"])
  }

  @Test func `completables end one after the other, or all at once`() {
    let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
    let both = [first, second].enumerated().map { index, subject in
      subject.spied(out, "\(index)").asCompletable()
    }
    let serial = Completable.concat(both).signal.print(to: out)
    #expect(out.take() == ["+0"])
    serial.dispose()
    #expect(out.take() == ["-0", "!"])
    Completable.merge(both).signal.print(to: out)
    first.completed()
    #expect(out.take() == ["+0", "+1", "-0"])
    second.error(Broken())
    #expect(out.take() == ["-1", "#broken", "!"])
    #expect(Completable.concat([]).signal.transcript == ["|", "!"])
    #expect(Completable.merge([]).signal.transcript == ["|", "!"])
  }

  @Test func `errors of traits are handled, and work is tried again`() {
    #expect(Maybe<Int>.fail(Broken()).catch { _ in .empty() }.signal.transcript == ["|", "!"])
    #expect(Maybe<Int>.fail(Broken()).catchAndReturn(2).signal.transcript == ["2", "|", "!"])
    #expect(Completable.fail(Broken()).catch { _ in .empty() }.signal.transcript == ["|", "!"])
    #expect(Completable.fail(Broken()).ignoreFailure().signal.transcript == ["|", "!"])
    let attempts = MutableProperty(0)
    let second = Signal<Int>.deferred {
      if attempts.modify({ count in
        count += 1
        return count
      }) % 2 == 1 {
        throw Broken()
      }
      return .just(7)
    }
    #expect(second.asSingle().retry(1).signal.transcript == ["7", "|", "!"])
    #expect(second.asSingle().retry(0).signal.transcript == ["#broken", "!"])
    attempts.set(0)
    #expect(second.asMaybe().retry(1).signal.transcript == ["7", "|", "!"])
    #expect(second.asCompletable().retry(1).signal.transcript == ["|", "!"])
  }

  @Test func `closures run as things happen to a trait`() {
    let print = { @Sendable [out] (line: String) in out.print(line) }
    Single.just(1).do(
      onSuccess: { print("success \($0)") }, onSubscribe: { print("subscribe") }, onDispose: { print("gone") }
    ).signal.print(to: out)
    #expect(out.take() == ["subscribe", "success 1", "1", "|", "!", "gone"])
    let maybes = [Maybe.just(1), .empty(), .fail(Broken())]
    for maybe in maybes {
      maybe.do(
        onSuccess: { print("success \($0)") }, onError: { print("error \($0)") },
        onCompleted: { print("nothing") }
      ).signal.print(to: out)
    }
    #expect(
      out.take() == ["success 1", "1", "|", "!", "nothing", "|", "!", "error broken", "#broken", "!"])
    Completable.empty().do(onCompleted: { print("done") }, onDispose: { print("gone") }).signal.print(to: out)
    #expect(out.take() == ["done", "|", "!", "gone"])
    Infallible.just(1).do(onNext: { print("next \($0)") }, onCompleted: { print("done") }).signal.print(
      to: out)
    #expect(out.take() == ["next 1", "1", "done", "|", "!"])
    #expect(Single.just(1).do(onSuccess: { _ in throw Broken() }).signal.transcript == ["#broken", "!"])
  }
}

@Suite(.noLeaks) struct TimedTraitTests {
  @Test func `a single keeps its promise when it is late, somewhere else, or too late`() {
    Drawing("--a|", "------(a|)", "^--!", "the value goes with the end").expect {
      $0.asSingle().delay(for: .ticks(3), on: $1).signal
    }
    Drawing("--a|", "---(a|)", "^--!", "in turn").expect { $0.asSingle().deliver(on: $1).signal }
    Drawing("--a|", "---(a|)", "^--!", "in time").expect { $0.asSingle().timeout(.ticks(9), on: $1).signal }
    Drawing("--a--|", "---#", "^--!", "the end was too late").expect {
      $0.asSingle().timeout(.ticks(3), on: $1).signal
    }
    Drawing("--a|", "---(a|)", "^--!", "at once").expect { $0.asSingle().subscribe(on: $1).signal }
  }

  @Test func `so do a maybe and a completable`() {
    Drawing("--|", "-----|", "^-!", "the end is late").expect {
      $0.asMaybe().delay(for: .ticks(3), on: $1).deliver(on: $1).subscribe(on: $1).signal
    }
    Drawing("-----|", "---#", "^--!", "the end was too late").expect {
      $0.asMaybe().timeout(.ticks(3), on: $1).signal
    }
    Drawing("--a|", "------|", "^--!", "the end is late").expect {
      $0.asCompletable().delay(for: .ticks(3), on: $1).deliver(on: $1).subscribe(on: $1)
        .timeout(.ticks(20), on: $1).asMaybe().signal
    }
  }
}
