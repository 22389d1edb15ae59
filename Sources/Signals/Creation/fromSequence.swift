import SignalTracing

extension Signal {
  /// Sends the elements of a sequence and completes, each in a piece of work of its own on a scheduler.
  ///
  /// Disposal ends it before the next element. As `RACSequence -signalWithScheduler:` and Rx `from(_:scheduler:)`.
  public static func fromSequence<Elements: Sequence & Sendable>(
    _ elements: Elements, on scheduler: any Scheduler,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> where Elements.Element == Value {
    Signal<Value>(CallSite("fromSequence", file, line)) { _, gate in
      let steps = Steps(elements.makeIterator())
      gate.adopt(
        scheduler.scheduleRecursive { again in
          guard gate.isOpen else { return }
          guard let element = steps.next() else { return gate.completed() }
          gate.next(element)
          if gate.isOpen { again() }
        })
    }
  }
}

/// An iterator whose steps are taken by one piece of work after another.
private final class Steps<Iterator: IteratorProtocol>: @unchecked Sendable {
  // It belongs to the work that runs.
  private var iterator: Iterator
  init(_ iterator: Iterator) { self.iterator = iterator }
  func next() -> Iterator.Element? { iterator.next() }
}
