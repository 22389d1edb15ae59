import Signals
import Testing
import TraceFormat

@Suite struct SubscribeWithTests {
  private final class View: Sendable {
    let out: Transcript
    init(_ out: Transcript) { self.out = out }
    func show(_ line: String) { out.print(line) }
  }

  let out = Transcript()
  let source = PublishSubject<Int>()

  private func subscribe(_ view: View) -> Subscription {
    source.subscribe(
      with: view, next: { $0.show("\($1)") }, error: { $0.show("#\($1)") }, completed: { $0.show("|") },
      disposed: { $0.show("!") })
  }

  @Test func `closures are handed the object`() {
    let view = View(out)
    _ = subscribe(view)
    source.next(1)
    source.completed()
    #expect(out.take() == ["1", "|", "!"])
    let other = PublishSubject<Int>()
    _ = other.subscribe(with: view, error: { $0.show("#\($1)") })
    other.next(1)
    other.error(Broken())
    #expect(out.lines == ["#broken"])
  }

  @Test func `the object is not kept, and no closure is called without it`() {
    var view: View? = View(out)
    weak let gone = view
    let subscription = subscribe(view!)
    source.next(1)
    view = nil
    #expect(gone == nil)
    source.next(2)
    #expect(source.hasSubscribers)
    subscription.dispose()
    #expect(out.lines == ["1"])
    #expect(!source.hasSubscribers)
  }

  @Test func `an error without a closure for it goes to the hook`() throws {
    let view = View(out)
    let heard = Attempts()
    UnhandledErrors.handled(by: { error, site in
      guard error is Broken, site.operatorName == "subscribe(with:)" else { return false }
      heard.add()
      return true
    }) {
      Signal<Int>.fail(Broken()).subscribe(with: view, next: { $0.show("\($1)") }).dispose()
    }
    #expect(heard.count == 1)
  }

  @Test func `a trace calls it by its name, and knows whether it hears the end`() throws {
    let traced = try Traced { [source] in
      let view = View(Transcript())
      source.subscribe(with: view, next: { $0.show("\($1)") }).dispose()
      source.subscribe(with: view, completed: { $0.show("|") }).dispose()
    }
    let roots = traced.events.compactMap { event -> Bool? in
      guard case .subscribed(_, _, _, let site) = event, site.operatorName == "subscribe(with:)" else {
        return nil
      }
      return site.traits.contains(.unheardEnd)
    }
    #expect(roots == [true, false])
  }
}
