import SignalTracing
import TraceFormat

extension Signal {
  /// Sends the elements of a sequence and completes, each in a piece of work of its own on a scheduler.
  ///
  ///     fromSequence  -1-2-3-|     (of [1, 2, 3]; a piece of work every 2)
  ///
  /// Disposal ends it before the next element. As `RACSequence -signalWithScheduler:` and Rx
  /// `from(_:scheduler:)`.
  public static func fromSequence<Elements: Sequence & Sendable>(
    _ elements: Elements, on scheduler: any Scheduler,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> where Elements.Element == Value {
    stepwise(CallSite("fromSequence", file, line, [.source, .ends]), on: scheduler) {
      var iterator = elements.makeIterator()
      return { iterator.next() }
    }
  }

  /// Sends the elements of the sequence that `make` returns, and completes, each in a piece of work of its
  /// own on a scheduler.
  ///
  ///     fromSequence  -1-2-3-|     (of (1...3).lazy; a piece of work every 2)
  ///
  /// `make` runs in the first piece of work of every subscription, so the sequence need not be `Sendable`.
  /// Each element of a lazy sequence is computed right before it is sent. A throw of `make` becomes the
  /// signal's error. Disposal ends it before the next element. As `RACSequence -signalWithScheduler:`.
  public static func fromSequence<Elements: Sequence & SendableMetatype>(
    on scheduler: any Scheduler, file: StaticString = #fileID, line: UInt32 = #line,
    _ make: @escaping @Sendable () throws -> Elements
  ) -> Signal<Value> where Elements.Element == Value, Elements.Iterator: SendableMetatype {
    stepwise(CallSite("fromSequence", file, line, .source), on: scheduler) {
      var iterator: Elements.Iterator?
      return {
        if iterator == nil { iterator = try make().makeIterator() }
        return iterator?.next()
      }
    }
  }

  /// Sends `initial`, then the result of `next` for the value before, and so on. Each value is sent in a
  /// piece of work of its own on a scheduler.
  ///
  ///     generate  -1-2-4-|     (from 1, while below 5, doubled; a piece of work every 2)
  ///
  /// Completes at the first value for which `goesOn` is false, without sending it. That value may be
  /// `initial`. A throw of `goesOn` or `next` becomes the signal's error. Disposal ends it before the next
  /// value. As Rx `generate(initialState:condition:scheduler:iterate:)`.
  public static func generate(
    _ initial: Value, on scheduler: any Scheduler, file: StaticString = #fileID, line: UInt32 = #line,
    @Condition while goesOn: @escaping @Sendable (Value) throws -> Bool = { _ in true },
    next: @escaping @Sendable (Value) throws -> Value
  ) -> Signal<Value> {
    stepwise(CallSite("generate", file, line, .source), on: scheduler) {
      var newest: Value?
      return {
        let value = try newest.map(next) ?? initial
        newest = value
        return try goesOn(value) ? value : nil
      }
    }
  }

  /// Each subscription makes its own steps, and runs each step in a piece of work of its own.
  private static func stepwise(
    _ site: CallSite, on scheduler: any Scheduler, _ begin: @escaping @Sendable () -> () throws -> Value?
  ) -> Signal<Value> {
    Signal<Value>(site) { _, gate in
      let steps = Steps(begin())
      gate.adopt(
        scheduler.scheduleRecursive { again in
          guard gate.isOpen else { return }
          do {
            guard let value = try steps.next() else { return gate.completed() }
            gate.next(value)
          } catch {
            return gate.error(error)
          }
          if gate.isOpen { again() }
        })
    }
  }
}

extension Signal where Value: FixedWidthInteger {
  /// Sends `count` whole numbers from `start` and completes, each in a piece of work of its own on a
  /// scheduler.
  ///
  ///     range(start: 4, count: 3)  -4-5-6-|     (a piece of work every 2)
  ///
  /// A negative count is 0; numbers that the type cannot hold are not sent. Disposal ends it before the next
  /// number. As Rx `range(start:count:scheduler:)`.
  public static func range(
    start: Value, count: Value, on scheduler: any Scheduler,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    stepwise(CallSite("range", file, line, [.source, .ends]), on: scheduler) {
      var sent: Value = 0
      return {
        let (value, overflows) = start.addingReportingOverflow(sent)
        guard sent < count, !overflows else { return nil }
        sent += 1
        return value
      }
    }
  }
}

/// Steps that are taken by one piece of work after another.
private final class Steps<Value>: @unchecked Sendable {
  // It belongs to the work that runs.
  let next: () throws -> Value?
  init(_ next: @escaping () throws -> Value?) { self.next = next }
}
