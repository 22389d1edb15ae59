import Signals
import Testing

@Suite struct SwitchTests {
  let out = Transcript()
  let outer = PublishSubject<Int>()
  let inners = (0..<3).map { _ in PublishSubject<String>() }

  private func subscribe() {
    outer.spied(out, "outer").flatMapLatest { [out, inners] in inners[$0].spied(out, "\($0)") }.print(to: out)
  }

  @Test func `a newer inner signal replaces the one before`() {
    subscribe()
    outer.next(0)
    inners[0].next("a")
    outer.next(1)
    inners[0].next("b")
    inners[1].next("c")
    #expect(out.lines == ["+outer", "+0", "a", "-0", "+1", "c"])
  }

  @Test func `it completes when the outer and the newest inner signal have`() {
    subscribe()
    outer.next(0)
    outer.completed()
    inners[0].next("a")
    inners[0].completed()
    #expect(out.lines == ["+outer", "+0", "-outer", "a", "-0", "|", "!"])
  }

  @Test func `an inner signal may end before the outer one does`() {
    subscribe()
    outer.next(0)
    inners[0].completed()
    outer.next(1)
    inners[1].next("a")
    inners[1].completed()
    outer.completed()
    #expect(out.lines == ["+outer", "+0", "-0", "+1", "a", "-1", "-outer", "|", "!"])
  }

  @Test func `an outer signal without values completes`() {
    #expect(Signal<Signal<Int>>.empty().switchToLatest().transcript == ["|", "!"])
  }

  @Test func `an error of either ends it`() {
    subscribe()
    outer.next(0)
    inners[0].error(Broken())
    #expect(out.lines == ["+outer", "+0", "-0", "-outer", "#broken", "!"])
    #expect(Signal<Signal<Int>>.fail(Broken()).switchToLatest().transcript == ["#broken", "!"])
  }

  @Test func `a throw of the closure ends it`() {
    #expect(
      Signal.just(1).flatMapLatest { _ -> Signal<Int> in throw Broken() }.transcript == ["#broken", "!"])
  }

  @Test func `synchronous inner signals are all sent`() {
    #expect(
      Signal.from(1...3).map { Signal.from([$0, $0 * 10]) }.switchToLatest().transcript
        == ["1", "10", "2", "20", "3", "30", "|", "!"])
  }

  @Test func `a switch during delivery drops what the old signal sent meanwhile`() {
    _ = outer.flatMapLatest { [inners] in inners[$0] }.subscribe(next: { [out, outer, inners] value in
      out.print(value)
      guard value == "a" else { return }
      inners[0].next("lost")
      outer.next(1)
      inners[1].next("b")
    })
    outer.next(0)
    inners[0].next("a")
    #expect(out.lines == ["a", "b"])
  }

  @Test func `replaced signals are let go of`() {
    let lives = Lives()
    let switching = outer.flatMapLatest { _ in
      let life = lives.make()
      return Signal<Int>.create { _ in Disposable { _ = life } }
    }.subscribe()
    for value in 0..<100 { outer.next(value) }
    #expect(lives.count == 1)
    switching.dispose()
    #expect(lives.count == 0)
  }
}
