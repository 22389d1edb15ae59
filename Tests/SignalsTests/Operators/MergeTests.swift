import Signals
import Testing

@Suite struct MergeTests {
  let out = Transcript()
  let left = PublishSubject<Int>()
  let right = PublishSubject<Int>()

  @Test func `values come as they are sent, completion when all have completed`() {
    left.merge(right).print(to: out)
    left.next(1)
    right.next(2)
    left.completed()
    right.next(3)
    right.completed()
    #expect(out.lines == ["1", "2", "3", "|", "!"])
  }

  @Test func `an error ends it and disposes the others first`() {
    left.spied(out, "left").merge(right.spied(out, "right")).print(to: out)
    right.error(Broken())
    left.next(1)
    #expect(out.lines == ["+left", "+right", "-right", "-left", "#broken", "!"])
  }

  @Test func `an error at once leaves what follows unsubscribed`() {
    Signal.merge([Signal.fail(Broken()), left.spied(out, "left")]).print(to: out)
    #expect(out.lines == ["#broken", "!"])
  }

  @Test func `no signals complete at once`() {
    #expect(Signal<Int>.merge([]).transcript == ["|", "!"])
  }

  @Test func `a value sent during delivery is delivered next`() {
    _ = left.merge(right).subscribe(next: { [out, right] value in
      if value == 1 { right.next(2) }
      out.print(value)
    })
    left.next(1)
    #expect(out.lines == ["1", "2"])
  }

  @Test func `completion sent during delivery comes after the value`() {
    left.merge(right).print(to: out)
    _ = left.subscribe(next: { [left, right] _ in
      right.completed()
      left.completed()
    })
    left.next(1)
    #expect(out.lines == ["1", "|", "!"])
  }

  @Test func `several threads lose nothing and never overlap`() async {
    let subjects = (0..<4).map { _ in PublishSubject<Int>() }
    let tally = Tally()
    _ = Signal.merge(subjects).subscribe(next: { tally.add($0) }, completed: { tally.finish() })
    await withTaskGroup { group in
      for subject in subjects {
        group.addTask {
          for _ in 0..<20_000 { subject.next(1) }
          subject.completed()
        }
      }
    }
    #expect(tally.sum == 80_000 && tally.ends == 1 && tally.overlaps == 0)
  }
}
