import Signals
import Synchronization

/// A value that is noticed when it stays in memory.
struct LivingValue: Hashable, Comparable, Sendable {
  let number: Int
  private let life: Lives.Life

  init(_ number: Int, _ lives: Lives) {
    self.number = number
    life = lives.make()
  }

  static func == (a: LivingValue, b: LivingValue) -> Bool { a.number == b.number }
  static func < (a: LivingValue, b: LivingValue) -> Bool { a.number < b.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// What a closure of an operator throws when it is told to.
struct Thrown: Error {}

/// Where an operator is built and tried out: its sources, its clock, and what its closures do.
///
/// The operator's closures hold the bench, so it is noticed when one of them stays in memory.
final class Bench: Sendable {
  /// A closure that throws at one of its calls.
  struct Fault: Sendable {
    let closure: String
    let call: Int
  }

  let scheduler: any TimedScheduler
  let sources: [BenchSource]
  let values: Lives
  private let fault: Fault?
  private let life: Lives.Life
  private let state = Mutex((calls: [String: Int](), hasThrown: false, kept: [Disposable]()))

  init(
    sources: [BenchSource], scheduler: any TimedScheduler, values: Lives, life: Lives.Life,
    fault: Fault? = nil
  ) {
    self.sources = sources
    self.scheduler = scheduler
    self.values = values
    self.life = life
    self.fault = fault
  }

  /// The first source.
  var source: Signal<LivingValue> { self[0] }

  subscript(number: Int) -> Signal<LivingValue> { sources[number].signal.named("source \(number)") }

  func value(_ number: Int) -> LivingValue { LivingValue(number, values) }

  /// Called by an operator's closure, with what it returns: counts the call, and throws if this is the one to fail.
  func callAsFunction<Value>(_ closure: String, _ result: Value) throws -> Value {
    let throwsNow = state.withLock { state in
      state.calls[closure, default: 0] += 1
      guard let fault, fault.closure == closure, state.calls[closure] == fault.call else { return false }
      state.hasThrown = true
      return true
    }
    if throwsNow { throw Thrown() }
    return result
  }

  /// The same for a closure that may not throw.
  func note(_ closure: String) { state.withLock { $0.calls[closure, default: 0] += 1 } }

  var hasThrown: Bool { state.withLock { $0.hasThrown } }

  /// Disposes something when everything is over.
  func keep(_ disposable: Disposable) { state.withLock { $0.kept.append(disposable) } }

  /// Keeps an object in memory until everything is over.
  func hold(_ object: some Sendable) { keep(Disposable { withExtendedLifetime(object) {} }) }

  func disposeKept() {
    for disposable in state.withLock({ exchange(&$0.kept, with: []) }) { disposable.dispose() }
  }
}
