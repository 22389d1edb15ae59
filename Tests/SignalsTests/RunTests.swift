import SignalTracing
import Testing

@testable import Signals

/// Operators without a junction, one above another: the lowest gate has the memory of those between it and the highest.
@Suite struct RunTests {
  private final class Held: Sendable {}

  /// Through two runs: `startWith` begins a new one, `named` stands between two operators of which neither is below the
  /// other's run.
  private func through(_ source: Signal<Int>, _ held: Held) -> Signal<Int> {
    let lower = source.map { $0 + 1 }.scan(0) { [held] in
      _ = held
      return $0 + $1
    }
    let middle = lower.named("named").filter { _ in true }.take(5).startWith(0)
    return middle.map { $0 }.scan(held) { held, _ in held }.map { _ in 1 }
  }

  @Test func `a run goes out of memory with its subscription, however that ended`() {
    for ending in 0..<4 {
      let subject = PublishSubject<Int>()
      weak var held: Held?
      let handle: Subscription
      do {
        let object = Held()
        held = object
        handle = through(subject, object).subscribe(error: { _ in })
      }
      #expect(held != nil)
      switch ending {
      case 0: handle.dispose()
      case 1: subject.completed()
      case 2: for value in 0..<5 { subject.next(value) }
      default: subject.error(Failure())
      }
      #expect(handle.isDisposed)
      #expect(held == nil, "\(ending)")
    }
  }

  private struct Failure: Error {}

  @Test func `a run that is disposed of while its source sends and ends goes once, and whole`() {
    for _ in 0..<500 {
      let subject = PublishSubject<Int>()
      weak var held: Held?
      do {
        let object = Held()
        held = object
        let handle = through(subject, object).subscribe()
        let send: @Sendable () -> Void = { for value in 0..<6 { subject.next(value) } }
        together({ handle.dispose() }, { subject.completed() }, send)
        #expect(handle.isDisposed)
      }
      #expect(held == nil)
    }
  }
}
