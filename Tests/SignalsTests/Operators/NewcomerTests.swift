import Signals
import SignalsTesting
import Synchronization
import Testing

/// Small forms that newcomers type first.
@Suite(.noLeaks) struct NewcomerTests {
  @Test func `a subject without values of its own is sent to without an argument`() throws {
    let bag = DisposeBag()
    let taps = PublishSubject<Void>()
    let heard = Mutex([Int]())
    taps.scan(0) { count, _ in count + 1 }
      .subscribe(next: { count in heard.withLock { $0.append(count) } })
      .disposed(by: bag)
    taps.next()
    taps.next()
    #expect(heard.withLock { $0 } == [1, 2])
  }

  @Test func `first without a condition sends the first value`() throws {
    #expect(try Signal.of(3, 4).first().all() == [3])
  }

  @Test func `static and free functions combine alike`() throws {
    let a = Signal.of(1, 2)
    let b = Signal.of("x", "y")
    #expect(try Signal.zip(a, b).map { "\($0)\($1)" }.all() == ["1x", "2y"])
    #expect(try Signal.combineLatest(a, b).map { "\($0)\($1)" }.all() == ["2x", "2y"])
    #expect(try Signal.merge(a, a, .just(5)).all() == [1, 2, 1, 2, 5])
    #expect(try Signal.concat(a, .just(3), a).all() == [1, 2, 3, 1, 2])
    #expect(try Signal.amb(.never(), a).all() == [1, 2])
  }

  @Test func `a timed operator without a scheduler works on one of its own`() throws {
    let delayed = Signal.of(1, 2).delay(for: .milliseconds(1))
    #expect(try delayed.blocking(timeout: .seconds(20)).toArray() == [1, 2])
    let quiet = Signal.of(1, 2).debounce(for: .milliseconds(1))
    #expect(try quiet.blocking(timeout: .seconds(20)).toArray() == [2])
    #expect(QueueScheduler.background.identity != QueueScheduler.background.identity)
  }

  @Test func `a key path in a variable has an operator of its own`() throws {
    let path: any KeyPath<String, Int> & Sendable = \.count
    #expect(try Signal.of("a", "bc").mapKeyPath(path).all() == [1, 2])
    #expect(try Signal.of("a", "bc").map(\.count).all() == [1, 2])
  }

  @Test func `a condition may be an expression, an if, a switch, or end by return`() throws {
    let numbers = Signal.of(1, 2, 3, 4)
    #expect(try numbers.filter { $0 > 1 && $0 < 4 }.all() == [2, 3])
    #expect(try numbers.filter { if $0 > 2 { true } else { $0 == 1 } }.all() == [1, 3, 4])
    #expect(
      try numbers.filter {
        switch $0 {
        case 1: true;
        case 2, 3: false;
        default: true
        }
      }.all() == [1, 4])
    #expect(try numbers.take(0).filter { _ in fatalError() }.all() == [])
    let limit = 2
    let above = numbers.filter { number in
      let difference = number - limit
      return difference > 0
    }
    #expect(try above.all() == [3, 4])
    #expect(try numbers.filter(\.isEven).all() == [2, 4])
    #expect(try numbers.take(while: { $0 < 3 }).skip(while: { $0 < 2 }).all() == [2])
  }
}

extension Signal {
  /// All values, until the signal completes.
  fileprivate func all() throws -> [Value] { try blocking().toArray() }
}

extension Int {
  fileprivate var isEven: Bool { self % 2 == 0 }
}
