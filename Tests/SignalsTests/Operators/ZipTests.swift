import Signals
import Testing

@Suite struct ZipTests {
  let out = Transcript()
  let numbers = PublishSubject<Int>()
  let letters = PublishSubject<String>()

  private func subscribe() {
    zip(numbers.spied(out, "n"), letters.spied(out, "l")).map { "\($0)\($1)" }.print(to: out)
    _ = out.take()
  }

  @Test func `first values go together, then second ones`() {
    subscribe()
    for number in 1...9 { numbers.next(number) }
    letters.next("a")
    letters.next("b")
    #expect(out.lines == ["1a", "2b"])
  }

  @Test func `it completes as soon as a completed side has nothing left`() {
    subscribe()
    numbers.next(1)
    numbers.next(2)
    numbers.completed()
    letters.next("a")
    letters.next("b")
    #expect(out.lines == ["-n", "1a", "2b", "-l", "|", "!"])
  }

  @Test func `a side that completes with nothing left completes it at once`() {
    subscribe()
    numbers.next(1)
    letters.completed()
    #expect(out.lines == ["-l", "-n", "|", "!"])
    #expect(zip(Signal<Int>.empty(), Signal<Int>.never()).map { "\($0)" }.transcript == ["|", "!"])
  }

  // The four orders in which an error may meet a completion.
  @Test func `an error earlier than a completion is sent on`() {
    subscribe()
    numbers.error(Broken())
    letters.completed()
    #expect(out.lines == ["-n", "-l", "#broken", "!"])
  }

  @Test func `an error after a completion that ended it is not`() {
    subscribe()
    letters.completed()
    numbers.error(Broken())
    #expect(out.lines == ["-l", "-n", "|", "!"])
  }

  @Test func `an error after a completion that left values waiting is sent on`() {
    subscribe()
    letters.next("a")
    letters.completed()
    numbers.error(Broken())
    #expect(out.lines == ["-l", "-n", "#broken", "!"])
  }

  @Test func `an error is sent on at once, though values wait`() {
    subscribe()
    letters.next("a")
    letters.error(Broken())
    numbers.next(1)
    #expect(out.lines == ["-l", "-n", "#broken", "!"])
  }

  @Test func `any number of signals, and collections`() {
    #expect(
      zip(Signal.from(1...3), Signal.from(["a", "b"]), Signal.from([true, false])).transcript
        == ["(1, \"a\", true)", "(2, \"b\", false)", "|", "!"])
    #expect(zip([Signal.from(1...3), Signal.from(4...5)]).transcript == ["[1, 4]", "[2, 5]", "|", "!"])
    #expect(zip([Signal<Int>]()).transcript == ["|", "!"])
  }

  @Test func `what waits is let go of at the end`() {
    let lives = Lives()
    let subject = PublishSubject<Lives.Life>()
    let subscription = zip(subject, numbers).subscribe()
    for _ in 0..<100 { subject.next(lives.make()) }
    numbers.next(1)
    #expect(lives.count == 99)
    subscription.dispose()
    #expect(lives.count == 0)
  }

  @Test func `two threads pair every value once, in order`() async {
    let left = PublishSubject<Int>()
    let right = PublishSubject<Int>()
    let tally = Tally()
    _ = zip(left, right).subscribe(next: { tally.add($0 == $1 ? 1 : 0) }, completed: { tally.finish() })
    await withTaskGroup { group in
      for subject in [left, right] {
        group.addTask {
          for value in 1...20_000 { subject.next(value) }
          subject.completed()
        }
      }
    }
    #expect(tally.sum == 20_000 && tally.ends == 1 && tally.overlaps == 0)
  }
}
