import Harness
import Signals

extension Contestant {
  /// Operators that the peers at hand mostly lack.
  mutating func addOperators() {
    self[.scan] = {
      { count in
        sumWhile {
          let subject = PublishSubject<Int>()
          _ = subject.scan(0) { $0 &+ $1 }.subscribe(next: { sum &+= $0 })
          for value in 0..<count { subject.next(value) }
        }
      }
    }
    addEach(.collect10) { $0.collect(count: 10).map { $0[9] } }
    addEach(.groupBy10) { source in source.groupBy { $0 % 10 }.flatMap { $0 } }
    addEach(.window10) { source in source.window(count: 10).flatMap { $0 } }
    self[.withLatestFrom] = {
      let (subject, other) = (PublishSubject<Int>(), PublishSubject<Int>())
      _ = subject.withLatestFrom(other) { $0 &+ $1 }.subscribe(next: { sum &+= $0 })
      other.next(1)
      return { count in sumWhile { for value in 0..<count { subject.next(value) } } }
    }
    self[.sample] = {
      let (subject, trigger) = (PublishSubject<Int>(), PublishSubject<Int>())
      _ = subject.sample(on: trigger).subscribe(next: { sum &+= $0 })
      return { count in
        sumWhile {
          for value in 0..<count / 2 {
            subject.next(value)
            trigger.next(value)
          }
        }
      }
    }
    self[.retry] = {
      { count in
        sumWhile {
          let failing = Signal<Int>.deferred {
            sum &+= 1
            return .fail(Failure())
          }
          _ = failing.retry(count - 1).subscribe(next: { sum &+= $0 }, error: { _ in })
        }
      }
    }
    addHeld(.throttle) { $0.throttle(for: .seconds(3600), on: QueueScheduler()) }
    addHeld(.debounce) { $0.debounce(for: .seconds(3600), on: QueueScheduler()) }
    addHeld(.debounceVirtual) { $0.debounce(for: .seconds(3600), on: VirtualTimeScheduler()) }
    addHeld(.delayVirtual) { $0.delay(for: .seconds(3600), on: VirtualTimeScheduler()) }
  }

  private mutating func addEach(_ row: Row, _ build: @escaping @Sendable (Signal<Int>) -> Signal<Int>) {
    self[row] = {
      let subject = PublishSubject<Int>()
      _ = build(subject).subscribe(next: { sum &+= $0 })
      return { count in sumWhile { for value in 0..<count { subject.next(value) } } }
    }
  }

  /// Adds a row for an operator that holds back all values after the first one.
  private mutating func addHeld(_ row: Row, _ build: @escaping @Sendable (Signal<Int>) -> Signal<Int>) {
    self[row] = {
      let subject = PublishSubject<Int>()
      _ = build(subject).subscribe(next: { sum &+= $0 })
      subject.next(0)
      return { count in sumWhile { for value in 1...count { subject.next(value) } } }
    }
  }
}

private struct Failure: Error {}
