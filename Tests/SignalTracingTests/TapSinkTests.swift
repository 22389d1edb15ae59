import CSignalProbes
import Testing
import TraceFormat

@testable import SignalTracing

/// What the tap is told is what happened.
struct TapSinkTests {
  private let site = CallSite("map", "App/Room.swift", 12, [.source])

  /// A subscription that is over when `body` is.
  private func withSubscription(_ body: (Emission.Slot, SubscriptionID) throws -> Void) throws {
    let trace = TracedSubscription(site: site, downstream: nil, role: Role(.source))
    defer { trace.end() }
    try body(trace.slot, try #require(SubscriptionID(trace.slot.pointee.identifier)))
  }

  @Test func `a disposal has its reason, its event and its cause`() throws {
    try withSubscription { slot, id in
      var numbers = Emission.Numbers(rx_thread_current())
      numbers.cause = numbers.event - 1
      let event = try #require(EventID(numbers.event))
      for reason in DisposalReason.allCases {
        #expect(
          TapSink.event(.disposed(slot, numbers, reason), { nil })
            == .disposed(id, event: event, cause: EventID(numbers.cause), reason: reason))
      }
    }
  }

  @Test func `a beginning has its site, and what is sent its text`() throws {
    try withSubscription { slot, id in
      let numbers = Emission.Numbers(rx_thread_current())
      let event = try #require(EventID(numbers.event))
      let begun = TapSink.event(.subscribed(slot), { nil })
      guard case .subscribed(id, nil, let role, let found)? = begun else {
        Issue.record("It is \(String(describing: begun))")
        return
      }
      #expect(role.kind == .source && found.line == 12)
      #expect(found.operatorName == "map")
      #expect(found.traits == [.source])
      #expect(
        TapSink.event(.error(slot, numbers), { "Broken" })
          == .error(id, event: event, cause: EventID(numbers.cause), description: "Broken"))
      #expect(TapSink.event(.mark(numbers), { "round" }) == .mark(event, text: "round"))
      #expect(TapSink.event(.dropped(slot, .completed), { nil }) == .dropped(id, .completed))
    }
  }
}
