import Signals
import Testing

@Suite struct LastingGroupsTests {
  let out = Transcript()
  let source = PublishSubject<Int>()
  let ends = (PublishSubject<Int>(), PublishSubject<Int>())

  /// By the last digit; even groups have the first end, odd ones the second.
  private func subscribe() -> Subscription {
    source.spied(out, "source")
      .groupBy({ $0 % 10 }, duration: { [ends] group in group.key % 2 == 0 ? ends.0 : ends.1 })
      .enumerated().subscribe(
        next: { [out] index, group in
          out.print("\(index)=\(group.key)")
          group.print(to: out, "\(index):")
        }, error: { [out] in out.print("#\($0)") }, completed: { [out] in out.print("|") })
  }

  @Test func `a group ends when its signal sends or completes, and the next value opens another`() {
    _ = subscribe()
    source.next(1)
    source.next(11)
    ends.1.next(0)
    source.next(21)
    ends.1.completed()
    source.next(2)
    #expect(
      out.lines == [
        "+source", "0=1", "0:1", "0:11", "0:|", "0:!", "1=1", "1:21", "1:|", "1:!", "2=2", "2:2",
      ])
  }

  @Test func `an error of its signal is an error of the group alone`() {
    _ = subscribe()
    source.next(2)
    source.next(1)
    ends.1.error(Broken())
    source.next(12)
    _ = out.take()
    source.completed()
    #expect(out.lines == ["-source", "0:|", "0:!", "|"])
  }

  @Test func `a signal that sends at once ends a group before its first value`() {
    let groups = Signal.of(1, 1).groupBy({ $0 }, duration: { _ in Signal.just(()) })
      .flatMap { group in group.endWith(0) }
    #expect(groups.transcript == ["0", "0", "|", "!"])
  }

  @Test func `throws are errors of the groups and of the signal`() {
    source.groupBy({ $0 }, duration: { if $0.key == 2 { throw Broken() } else { Signal<Int>.never() } })
      .flatMap { [out] group in group.do(onError: { out.print("\(group.key)#\($0)") }) }.print(to: out)
    source.next(1)
    source.next(2)
    #expect(out.lines.first == "1" && out.lines.suffix(2) == ["#broken", "!"])
    #expect(out.lines.contains("1#broken"))
    #expect(!source.hasSubscribers)
  }

  @Test func `groups go on without the outer signal until they are left or end`() {
    let outer = subscribe()
    source.next(1)
    outer.dispose()
    source.next(11)
    source.next(2)
    #expect(out.take() == ["+source", "0=1", "0:1", "0:11"])
    ends.1.next(0)
    #expect(out.lines.contains("-source"))
    #expect(!ends.1.hasSubscribers)
  }

  @Test func `keys of groups that have ended are forgotten`() {
    let lives = Lives()
    struct Key: Hashable, Sendable {
      let number: Int
      let life: Lives.Life
      static func == (a: Key, b: Key) -> Bool { a.number == b.number }
      func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }
    _ = source.groupBy({ Key(number: $0, life: lives.make()) }, duration: { [ends] _ in ends.0 }).subscribe()
    for value in 0..<100 { source.next(value) }
    #expect(lives.count == 100)
    ends.0.next(0)
    source.next(7)
    #expect(lives.count == 1)
  }
}
