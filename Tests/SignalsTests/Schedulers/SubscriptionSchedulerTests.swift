import Dispatch
import Signals
import Testing

@Suite struct SubscriptionSchedulerTests {
  @Test func `within scheduled work it is inline, and the scheduler stays the same`() {
    let out = Transcript()
    let scheduler = VirtualTimeScheduler()
    scheduler.schedule {
      SubscriptionScheduler.shared.schedule { out.print(CurrentScheduler.value?.identity.name ?? "none") }
      out.print("after")
    }
    scheduler.run()
    #expect(out.lines == ["virtual time", "after"])
  }

  @Test func `on a foreign thread it goes to the background`() async {
    let out = Transcript()
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "foreign").async {
        SubscriptionScheduler.shared.schedule {
          out.print(CurrentScheduler.value?.identity.name ?? "none")
          continuation.resume()
        }
      }
    }
    #expect(out.lines == ["subscription"])
  }
}
