import Signals
import Testing

@Suite struct BufferByEventsTests {
  let out = Transcript()
  let source = PublishSubject<Int>()
  let boundary = PublishSubject<String>()
  let closings = (PublishSubject<Int>(), PublishSubject<Int>())

  @Test func `a boundary sends what has been gathered, be it nothing`() {
    source.buffer(on: boundary).print(to: out)
    source.next(1)
    source.next(2)
    boundary.next("x")
    boundary.next("x")
    source.next(3)
    boundary.completed()
    source.next(4)
    source.completed()
    #expect(out.lines == ["[1, 2]", "[]", "[3, 4]", "|", "!"])
  }

  @Test func `an error of the source, or of the boundary, drops what has been gathered`() {
    source.buffer(on: boundary).print(to: out)
    source.next(1)
    boundary.error(Broken())
    #expect(out.lines == ["#broken", "!"])
    #expect(Signal.of(1).concat(.fail(Broken())).buffer(on: boundary).transcript == ["#broken", "!"])
  }

  private func toggled() -> Signal<[Int]> {
    source.buffer(opening: boundary, closing: { [closings] in $0 == "x" ? closings.0 : closings.1 })
  }

  @Test func `buffers overlap, and each is closed by its own signal`() {
    toggled().print(to: out)
    source.next(1)
    boundary.next("x")
    source.next(2)
    boundary.next("y")
    source.next(3)
    closings.0.next(0)
    #expect(!closings.0.hasSubscribers && closings.1.hasSubscribers)
    source.next(4)
    closings.1.next(0)
    boundary.next("x")
    closings.0.next(0)
    #expect(out.lines == ["[2, 3]", "[3, 4]", "[]"])
  }

  @Test func `completion sends what is open, the oldest first`() {
    toggled().print(to: out)
    boundary.next("x")
    source.next(1)
    boundary.next("y")
    source.next(2)
    closings.0.completed()
    boundary.completed()
    source.completed()
    #expect(out.lines == ["[1, 2]", "[2]", "|", "!"])
    #expect(!closings.1.hasSubscribers)
  }

  @Test func `an error of a closing signal is an error, unless its buffer is closed`() {
    toggled().print(to: out)
    boundary.next("x")
    closings.0.next(0)
    closings.0.error(Broken())
    #expect(out.take() == ["[]"])
    boundary.next("y")
    closings.1.error(Broken())
    #expect(out.lines == ["#broken", "!"])
  }

  @Test(arguments: [
    (3, 1, ["[1, 2, 3]", "[2, 3, 4]", "[3, 4, 5]", "[4, 5]", "[5]"]),
    (2, 3, ["[1, 2]", "[4, 5]"]), (2, 2, ["[1, 2]", "[3, 4]", "[5]"]), (1, 4, ["[1]", "[5]"]),
    (0, 0, ["[1]", "[2]", "[3]", "[4]", "[5]"]),
  ])
  func `buffers of so many values begin every so many`(count: Int, step: Int, expected: [String]) {
    #expect(Signal.from(1...5).buffer(count: count, every: step).transcript == expected + ["|", "!"])
  }

  @Test func `an error drops the buffers that are not full`() {
    let failing = Signal.from(1...3).concat(.fail(Broken()))
    #expect(failing.buffer(count: 2, every: 1).transcript == ["[1, 2]", "[2, 3]", "#broken", "!"])
  }
}

@Suite struct OverlappingWindowTests {
  let out = Transcript()
  let source = PublishSubject<Int>()
  let openings = PublishSubject<Int>()
  let closings = (PublishSubject<Int>(), PublishSubject<Int>())

  private func print(_ windows: Signal<Signal<Int>>) -> Subscription {
    windows.enumerated().subscribe(
      next: { [out] index, window in
        out.print("w\(index)")
        window.print(to: out, "\(index):")
      }, error: { [out] in out.print("#\($0)") }, completed: { [out] in out.print("|") })
  }

  @Test func `windows of so many values open every so many, the first at once`() {
    _ = print(source.window(count: 3, every: 2))
    #expect(out.take() == ["w0"])
    for value in 1...4 { source.next(value) }
    #expect(
      out.take() == ["0:1", "0:2", "w1", "0:3", "1:3", "0:|", "0:!", "1:4", "w2"])
    source.completed()
    #expect(out.lines == ["1:|", "1:!", "2:|", "2:!", "|"])
  }

  @Test func `between windows that are apart values are left out`() {
    _ = print(source.window(count: 1, every: 3))
    for value in 1...4 { source.next(value) }
    #expect(out.lines == ["w0", "0:1", "0:|", "0:!", "w1", "1:4", "1:|", "1:!"])
  }

  private func toggled() -> Signal<Signal<Int>> {
    source.spied(out, "source")
      .window(opening: openings, closing: { [closings] in $0 == 0 ? closings.0 : closings.1 })
  }

  @Test func `windows overlap, and each is closed by its own signal`() {
    _ = print(toggled())
    source.next(1)
    openings.next(0)
    source.next(2)
    openings.next(1)
    source.next(3)
    closings.0.next(0)
    source.next(4)
    openings.completed()
    source.completed()
    #expect(
      out.lines == [
        "+source", "w0", "0:2", "w1", "0:3", "1:3", "0:|", "0:!", "1:4", "-source", "1:|", "1:!", "|",
      ])
    #expect(!closings.0.hasSubscribers && !closings.1.hasSubscribers)
  }

  @Test func `an error of a closing signal is an error of all`() {
    _ = print(toggled())
    openings.next(0)
    openings.next(1)
    closings.1.error(Broken())
    #expect(
      out.lines == ["+source", "w0", "w1", "-source", "0:#broken", "0:!", "1:#broken", "1:!", "#broken"]
        || out.lines == ["+source", "w0", "w1", "0:#broken", "0:!", "1:#broken", "1:!", "-source", "#broken"])
  }

  @Test func `a throw of the closure is an error of all`() {
    _ = print(
      source.window(
        opening: openings,
        closing: { if $0 == 1 { throw Broken() } else { Signal<Int>.never() } }))
    openings.next(0)
    openings.next(1)
    #expect(out.lines == ["w0", "0:#broken", "0:!", "#broken"])
  }

  @Test func `windows go on without the outer signal until they are left`() {
    let windows = print(toggled())
    openings.next(0)
    windows.dispose()
    source.next(1)
    openings.next(1)
    #expect(out.take() == ["+source", "w0", "0:1"])
    closings.0.next(0)
    #expect(out.lines.contains("-source"))
    #expect(!source.hasSubscribers && !openings.hasSubscribers && !closings.0.hasSubscribers)
  }
}
