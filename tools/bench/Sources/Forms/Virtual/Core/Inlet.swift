public import SignalTracing

/// The gate between one source and a junction. A subclass says what a value does.
@usableFromInline
class Inlet<Value: Sendable, Operator: Junction>: Subscriber<Value>, @unchecked Sendable {
  @usableFromInline final let junction: Operator

  @usableFromInline
  init(site: CallSite, into junction: Operator, role: Role, number: UInt32 = 0) {
    self.junction = junction
    super.init(site: site, downstream: junction.downstream, role: role)
    self.number = number
  }

  @usableFromInline override func receive(_ ending: Ending) {
    junction.remove(self)
    // It is upstream of what the junction may now send down, so its disposal comes first.
    close(.terminated)
    junction.inletEnded(self, ending)
  }
}

/// An inlet whose values are delivered alone, one at a time among all inlets of the junction.
@usableFromInline
class SerialInlet<Value: Sendable, Operator: Junction>: Inlet<Value, Operator>, @unchecked Sendable {
  /// What a value does when it is its turn.
  @usableFromInline func deliver(value: Value) {}

  @usableFromInline override func receive(value: Value) {
    if junction.enter() {
      deliver(value: value)
      junction.leave()
    } else {
      // What was disposed meanwhile did not come late: it was on its way.
      junction.postpone(from: self) { if self.junction.downstream.isOpen { self.deliver(value: value) } }
    }
  }
}

extension Signal {
  /// Subscribes a junction to this signal.
  @inlinable
  final func connect<Operator: Junction>(through inlet: Inlet<Value, Operator>) {
    if inlet.junction.add(inlet) { connect(inlet) }
  }
}
