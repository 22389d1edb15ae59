import Signals
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
}
