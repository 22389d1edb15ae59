import Signals
import Testing

/// What only the main actor may touch.
@MainActor private final class Label {
  var texts: [String] = []
}

@Suite struct SubscribeOnMainTests {
  @Test func `the closures touch the main actor's state`() async throws {
    let label = Label()
    let done = ReplaySubject<Int>()
    _ = Signal.of("a", "b").subscribeOnMain(
      next: { label.texts.append($0) },
      completed: {
        label.texts.append("|")
        done.completed()
      })
    for try await _ in done.values() {}
    #expect(await label.texts == ["a", "b", "|"])
  }

  @Test func `an error is the main actor's too`() async throws {
    struct Broken: Error {}
    let label = Label()
    let done = ReplaySubject<Int>()
    _ = Signal<Int>.fail(Broken()).subscribeOnMain(
      error: {
        label.texts.append("\($0)")
        done.completed()
      })
    for try await _ in done.values() {}
    #expect(await label.texts == ["Broken()"])
  }

  @MainActor @Test func `nothing runs once the main actor has disposed`() async throws {
    let label = Label()
    let done = ReplaySubject<Int>()
    let subject = PublishSubject<String>()
    let subscription = subject.subscribeOnMain(next: { label.texts.append($0) })
    // The main actor is busy with this test: the value waits.
    subject.next("late")
    subscription.dispose()
    _ = subject.subscribeOnMain(completed: { done.completed() })
    subject.completed()
    for try await _ in done.values() {}
    #expect(label.texts == [])
  }
}
