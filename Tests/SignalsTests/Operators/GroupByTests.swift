import Signals
import Testing

@Suite struct GroupByTests {
  let out = Transcript()
  let source = PublishSubject<Int>()

  /// Prints the groups and what they send, under their keys.
  private func subscribe(
    _ key: @escaping @Sendable (Int) throws -> String = { $0 % 2 == 0 ? "even" : "odd" }
  ) -> Subscription {
    source.spied(out, "source").groupBy(key).subscribe(
      next: { [out] group in
        out.print(group.key)
        group.print(to: out, "\(group.key) ")
      }, error: { [out] in out.print("#\($0)") }, completed: { [out] in out.print("|") })
  }

  @Test func `a group is sent before its first value`() {
    _ = subscribe()
    for value in 1...3 { source.next(value) }
    #expect(out.lines == ["+source", "odd", "odd 1", "even", "even 2", "odd 3"])
  }

  @Test func `groups end in the order in which they came, before the outer signal`() {
    _ = subscribe()
    for value in 1...2 { source.next(value) }
    _ = out.take()
    source.completed()
    #expect(out.lines == ["-source", "odd |", "odd !", "even |", "even !", "|"])
  }

  @Test func `an error is an error of the groups too`() {
    _ = subscribe()
    source.next(1)
    _ = out.take()
    source.error(Broken())
    #expect(out.lines == ["-source", "odd #broken", "odd !", "#broken"])
  }

  @Test func `a throw of the key is an error`() {
    _ = subscribe { if $0 == 2 { throw Broken() } else { "odd" } }
    source.next(1)
    _ = out.take()
    source.next(2)
    #expect(out.lines == ["-source", "odd #broken", "odd !", "#broken"])
  }

  @Test func `elements are what becomes of the values`() {
    let sums = Signal.from(1...6).groupBy({ $0 % 2 }, element: { $0 * 10 })
      .flatMap { group in group.scan(0, +).takeLast(1).map { "\(group.key): \($0)" } }
    #expect(sums.transcript == ["1: 90", "0: 120", "|", "!"])
  }

  @Test func `after the outer disposal groups go on until the last is disposed`() {
    let groups = Transcript()
    let held = SerialDisposable()
    let outer = source.spied(out, "source").groupBy { $0 % 2 }.subscribe(next: { group in
      held.inner = group.print(to: groups)
    })
    source.next(1)
    outer.dispose()
    source.next(2)
    source.next(3)
    #expect(groups.lines == ["1", "3"])
    #expect(out.lines == ["+source"])
    held.dispose()
    #expect(out.lines == ["+source", "-source"])
  }

  @Test func `without subscribers of groups the outer disposal disposes the source`() {
    source.spied(out, "source").groupBy { $0 }.subscribe().dispose()
    #expect(out.lines == ["+source", "-source"])
  }

  @Test func `a group that is kept tells late subscribers of its end`() {
    let groups = BoxOf<GroupedSignal<Int, Int>>()
    _ = Signal.from(1...2).groupBy { _ in 7 }.subscribe(next: { groups.value = $0 })
    #expect(groups.value?.transcript == ["|", "!"])
  }

  @Test func `everything is let go of after either end`() {
    let lives = Lives()
    func watched() -> Signal<GroupedSignal<Int, Int>> {
      let life = lives.make()
      return source.groupBy {
        _ = life
        return $0
      }
    }
    let subscription = watched().subscribe(next: { _ = $0.subscribe() })
    _ = watched().subscribe(next: { _ = $0.subscribe() })
    source.next(1)
    subscription.dispose()
    #expect(lives.count == 2, "the group is still subscribed to")
    source.completed()
    #expect(lives.count == 0)
  }
}
