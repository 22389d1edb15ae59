public import SignalTracing
public import TraceFormat

/// The gate between one source and a junction.
@usableFromInline
final class Inlet<Value: Sendable, Operator: Junction>: Subscriber<Value>, @unchecked Sendable {
  /// The junction is this gate's anchor, so it lives as long as the gate.
  @usableFromInline final let junction: Unmanaged<Operator>
  /// The number of this inlet's source among the junction's sources.
  @usableFromInline final let number: UInt32

  @usableFromInline
  init(
    site: CallSite, into junction: __shared Operator, role: Role, number: UInt32,
    receive: __shared @escaping Receive
  ) {
    self.junction = .passUnretained(junction)
    self.number = number
    super.init(site: site, downstream: junction.downstream, anchor: junction, role: role, receive: receive)
  }

  override func receive(_ ending: Ending) {
    junction._withUnsafeGuaranteedRef { junction in
      let isLast = junction.remove(self)
      // The inlet is upstream of the events that the junction may send now, so its disposal comes first.
      close(.terminated)
      junction.inletEnded(number: number, isLast: isLast, ending)
    }
  }
}

extension Signal {
  /// Subscribes a junction to this signal. Its values run `body` alone, one at a time among all inlets.
  ///
  /// A throw fails the junction's output.
  @inlinable @inline(__always)
  final func connectSerially<Operator: Junction>(
    into junction: Operator, role: Role, number: UInt32 = 0,
    _ body: @escaping @Sendable (Operator, Value) throws -> Void
  ) {
    connect(into: junction, role: role, number: number) { junction, gate, value in
      let entry = junction.owner.enterAgain()
      if entry == .inside || junction.enter(entry) {
        do { try body(junction, value) } catch { junction.downstream.error(error) }
        junction.leave(entry)
      } else {
        junction.postpone(from: gate) {
          // An event of a gate that was disposed meanwhile did not come late: it was on its way.
          guard junction.downstream.isOpen else { return }
          do { try body(junction, value) } catch { junction.downstream.error(error) }
        }
      }
    }
  }

  /// Subscribes a junction to this signal. Its values run `body` on the thread that sends.
  @inlinable @inline(__always)
  final func connect<Operator: Junction>(
    into junction: Operator, role: Role, number: UInt32 = 0,
    _ body: @escaping @Sendable (Operator, Inlet<Value, Operator>, Value) -> Void
  ) {
    let inlet = Inlet<Value, Operator>(site: site, into: junction, role: role, number: number) {
      value, gate in
      // The gate is the inlet that is made here.
      let inlet = unsafeDowncast(gate, to: Inlet<Value, Operator>.self)
      inlet.junction._withUnsafeGuaranteedRef { body($0, inlet, value) }
    }
    if junction.add(inlet, number: number) { connect(handing: consume inlet) }
  }
}
