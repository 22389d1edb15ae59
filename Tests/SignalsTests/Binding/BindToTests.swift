import Glibc
import Signals
import Testing

@Suite struct BindToTests {
  final class Label: @unchecked Sendable {
    // Only one test's thread uses it.
    var text = ""
  }
  let source = PublishSubject<String>()

  @Test func `a property of an object is set as long as the object lives, and it is not kept`() {
    var label: Label? = Label()
    weak let reference = label
    let subscription = source.assign(to: \.text, on: label!)
    source.next("a")
    #expect(label?.text == "a")
    label = nil
    #expect(reference == nil && !subscription.isDisposed)
    source.next("b")
    #expect(subscription.isDisposed && !source.hasSubscribers)
  }

  @Test func `an object and a closure are bound alike`() {
    let label = Label()
    let subscription = source.bind(to: label) { $0.text = "<\($1)>" }
    source.next("a")
    subscription.dispose()
    source.next("b")
    #expect(label.text == "<a>")
  }

  @Test func `values come with an object that is not kept`() {
    let out = Transcript()
    var label: Label? = Label()
    label?.text = "x"
    source.withUnretained(label!).map { "\($0.text)\($1)" }.print(to: out)
    source.next("1")
    label = nil
    source.next("2")
    #expect(out.lines == ["x1", "|", "!"])
  }
}

@Suite struct DebugTests {
  @Test func `each event is a line`() {
    let out = Transcript()
    _ = Signal.of(1, 234_567).debug("numbers", limit: 3) { out.print($0) }.subscribe()
    #expect(
      out.lines == [
        "numbers subscribed", "numbers next 1", "numbers next 234…", "numbers completed", "numbers disposed",
      ])
  }

  @Test func `without a name the call site is the name`() {
    let out = Transcript()
    _ = Signal<Int>.fail(Broken()).debug(to: { out.print($0) }).subscribe(error: { _ in })
    #expect(out.lines.first?.hasPrefix("SignalsTests/BindToTests.swift:") == true)
    #expect(out.lines.dropFirst().first?.hasSuffix(" error broken") == true)
  }

  @Test func `a breakpoint raises SIGTRAP where it is wanted`() async {
    _ = Signal.of(1, 2).breakpoint(onNext: { $0 == 3 }, onCompleted: { false }).subscribe()
    await #expect(processExitsWith: .signal(SIGTRAP)) {
      _ = Signal.of(1, 2).breakpoint(onNext: { $0 == 2 }).subscribe()
    }
    await #expect(processExitsWith: .signal(SIGTRAP)) {
      _ = Signal<Int>.fail(SelectionError.noElements).breakpointOnError().subscribe(error: { _ in })
    }
  }
}
