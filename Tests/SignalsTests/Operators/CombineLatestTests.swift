import Signals
import Testing

@Suite struct CombineLatestTests {
  let out = Transcript()
  let numbers = PublishSubject<Int>()
  let letters = PublishSubject<String>()

  @Test func `the newest values are sent once each signal has sent one`() {
    combineLatest(numbers, letters).map { "\($0)\($1)" }.print(to: out)
    numbers.next(1)
    letters.next("x")
    numbers.next(2)
    letters.next("y")
    #expect(out.lines == ["1x", "2x", "2y"])
  }

  @Test func `it completes when all have completed`() {
    numbers.combineLatest(with: letters).map { "\($0)\($1)" }.print(to: out)
    numbers.next(1)
    numbers.completed()
    letters.next("x")
    letters.next("y")
    letters.completed()
    #expect(out.lines == ["1x", "1y", "|", "!"])
  }

  @Test func `a signal that completes without a value leaves the others subscribed`() {
    combineLatest(numbers, letters.spied(out, "letters")).map { "\($0)\($1)" }.print(to: out)
    numbers.completed()
    letters.next("x")
    letters.completed()
    #expect(out.lines == ["+letters", "-letters", "|", "!"])
  }

  @Test func `an error ends it and disposes the others first`() {
    combineLatest(numbers, letters.spied(out, "letters")).map { "\($0)\($1)" }.print(to: out)
    numbers.error(Broken())
    #expect(out.lines == ["+letters", "-letters", "#broken", "!"])
  }

  @Test func `any number of signals of any types keep their types`() {
    let combined: Signal<(Int, String, Bool, Double)> = combineLatest(
      .just(1), .just("x"), .just(true), .just(0.5))
    #expect(combined.transcript == ["(1, \"x\", true, 0.5)", "|", "!"])
    #expect(combineLatest(Signal.just(1)).transcript == ["1", "|", "!"])
  }

  @Test func `a collection of signals makes arrays`() {
    #expect(combineLatest((1...3).map { Signal.just($0) }).transcript == ["[1, 2, 3]", "|", "!"])
    #expect(combineLatest([Signal<Int>]()).transcript == ["|", "!"])
  }

  @Test func `an array that was kept stays as it was`() {
    let sources = (0..<3).map { _ in PublishSubject<Int>() }
    let kept = BoxOf<[[Int]]>()
    kept.value = []
    _ = combineLatest(sources.map { $0 }).subscribe(next: { kept.value?.append($0) })
    for source in sources { source.next(0) }
    sources[1].next(1)
    sources[0].next(2)
    sources[1].next(3)
    #expect(kept.value == [[0, 0, 0], [0, 1, 0], [2, 1, 0], [2, 3, 0]])
  }

  @Test func `no value that was sent before is kept`() {
    final class Held: Sendable {}
    let sources = [PublishSubject<Held>(), PublishSubject<Held>()]
    _ = combineLatest(sources.map { $0 }).subscribe()
    weak var first: Held?
    do {
      let held = Held()
      first = held
      sources[0].next(held)
    }
    sources[1].next(Held())
    #expect(first != nil)
    sources[0].next(Held())
    #expect(first == nil)
  }

  @Test func `a value sent during delivery is combined next`() {
    _ = combineLatest(numbers, letters).subscribe(next: { [out, letters] number, letter in
      if letter == "x" { letters.next("y") }
      out.print("\(number)\(letter)")
    })
    numbers.next(1)
    letters.next("x")
    #expect(out.lines == ["1x", "1y"])
  }

  @Test func `values are let go of as they are replaced, and at the end`() {
    let lives = Lives()
    let subject = PublishSubject<Lives.Life>()
    let subscription = combineLatest(subject, numbers).subscribe()
    for _ in 0..<10 { subject.next(lives.make()) }
    #expect(lives.count == 1)
    subscription.dispose()
    #expect(lives.count == 0)
  }

  @Test func `two threads never overlap, and the last pair holds the last values`() async {
    let left = PublishSubject<Int>()
    let right = PublishSubject<Int>()
    let tally = Tally()
    _ = combineLatest(left, right).subscribe(
      next: { tally.add($0 + $1 - tally.sum) }, completed: { tally.finish() })
    await withTaskGroup { group in
      for subject in [left, right] {
        group.addTask {
          for value in 1...20_000 { subject.next(value) }
          subject.completed()
        }
      }
    }
    #expect(tally.sum == 40_000 && tally.ends == 1 && tally.overlaps == 0)
  }
}
