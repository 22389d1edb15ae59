import Signals
import Testing

@Suite struct SubscribeOnTests {
  let scheduler = VirtualTimeScheduler()
  let out = Transcript()

  private var source: Signal<Int> {
    Signal.create { [out] subscriber in
      out.print("subscribed on \(CurrentScheduler.value?.identity.name ?? "none")")
      subscriber.next(1)
      subscriber.completed()
      return Disposable { out.print("source ended") }
    }
  }

  @Test func `the source is subscribed to where the scheduler runs`() {
    _ = source.subscribe(on: scheduler).subscribe(
      next: { [out] in out.print($0) }, completed: { [out] in out.print("end") })
    out.print("later")
    scheduler.run()
    #expect(out.lines == ["later", "subscribed on virtual time", "1", "end", "source ended"])
  }

  @Test func `disposed before, the source is never subscribed to`() {
    source.subscribe(on: scheduler).subscribe(disposed: { [out] in out.print("disposed") }).dispose()
    #expect(scheduler.isIdle)
    scheduler.run()
    #expect(out.lines == ["disposed"])
  }

  @Test func `disposed later, the source is disposed at once`() {
    let signal = Signal<Int>.create { [out] _ in Disposable { out.print("source ended") } }
    let subscription = signal.subscribe(on: scheduler).subscribe()
    scheduler.run()
    subscription.dispose()
    #expect(out.lines == ["source ended"])
  }

  @Test func `inline, the source is what gets disposed`() {
    let signal = Signal<Int>.create { [out] _ in Disposable { out.print("source ended") } }
    signal.subscribe(on: .immediate).subscribe().dispose()
    #expect(out.lines == ["source ended"])
  }

  @Test func `in real time it is subscribed to on the queue`() async {
    let queue = QueueScheduler("elsewhere")
    await withCheckedContinuation { continuation in
      _ = source.subscribe(on: queue).subscribe(completed: { continuation.resume() })
    }
    #expect(out.lines.first == "subscribed on elsewhere")
  }
}
