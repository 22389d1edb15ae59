import Signals
import Testing

@Suite struct ReplaySubjectTests {
  let out = Transcript()

  @Test func `a late subscriber gets everything, then what comes`() {
    let subject = ReplaySubject<Int>()
    subject.next(1)
    subject.next(2)
    subject.print(to: out)
    subject.next(3)
    subject.completed()
    #expect(out.lines == ["1", "2", "3", "|", "!"])
    #expect(subject.transcript == ["1", "2", "3", "|", "!"])
  }

  @Test(arguments: [(2, ["2", "3", "#broken", "!"]), (1, ["3", "#broken", "!"]), (0, ["#broken", "!"])])
  func `the capacity limits what is kept, not the end`(capacity: Int, expected: [String]) {
    let subject = ReplaySubject<Int>(capacity: capacity)
    for value in 1...3 { subject.next(value) }
    subject.error(Broken())
    subject.next(4)
    #expect(subject.transcript == expected)
  }

  @Test func `what is sent during the replay comes after it`() {
    let subject = ReplaySubject<Int>()
    subject.next(1)
    subject.next(2)
    _ = subject.subscribe(next: { [out] value in
      if value == 1 { subject.next(3) }
      out.print(value)
    })
    #expect(out.lines == ["1", "2", "3"])
  }

  @Test func `what is sent behind the end from within a delivery is not kept`() {
    let subject = ReplaySubject<Int>()
    _ = subject.subscribe(next: { value in
      guard value == 1 else { return }
      subject.completed()
      subject.next(2)
    })
    subject.next(1)
    #expect(subject.transcript == ["1", "|", "!"])
  }

  @Test func `a subscriber may leave during the replay`() {
    let subject = ReplaySubject<Int>()
    for value in 1...3 { subject.next(value) }
    subject.take(2).print(to: out)
    subject.next(4)
    #expect(out.lines == ["1", "2", "|", "!"])
  }

  @Test(arguments: 1...9)
  func `values beyond the capacity are let go of, the oldest first`(capacity: Int) {
    let lives = Lives()
    let subject = ReplaySubject<Lives.Life>(capacity: capacity)
    let numbers = ReplaySubject<Int>(capacity: capacity)
    for number in 1...30 {
      subject.next(lives.make())
      numbers.next(number)
      #expect(lives.count == min(number, capacity))
      #expect(numbers.transcript == (max(1, number - capacity + 1)...number).map(String.init))
    }
  }

  @Test func `threads that send while others subscribe leave one order for all`() async {
    let subject = ReplaySubject<Int>()
    let heard = (0..<8).map { _ in Heard() }
    await withTaskGroup { group in
      for sender in 0..<2 {
        group.addTask {
          for value in 0..<5_000 { subject.next(value * 2 + sender) }
        }
      }
      group.addTask {
        for one in heard { _ = subject.subscribe(next: { one.add($0) }) }
      }
    }
    let all = heard[0].values
    #expect(all.count == 10_000 && Set(all).count == 10_000)
    #expect(all.filter { $0 % 2 == 0 } == all.filter { $0 % 2 == 0 }.sorted())
    for one in heard { #expect(one.values == all) }
  }
}

@Suite struct BehaviorSubjectTests {
  let out = Transcript()

  @Test func `a subscriber gets the current value first`() {
    let subject = BehaviorSubject(0)
    subject.print(to: out, "a")
    subject.next(1)
    subject.print(to: out, "b")
    subject.next(2)
    #expect(out.lines == ["a0", "a1", "b1", "a2", "b2"])
  }

  @Test func `after the end it sends the end alone, and the last value can be read`() {
    let subject = BehaviorSubject(0)
    subject.next(1)
    subject.completed()
    subject.next(2)
    #expect(subject.transcript == ["|", "!"])
    #expect(subject.value == 1)
  }

  @Test func `the value can be read while it is delivered`() {
    let subject = BehaviorSubject(0)
    _ = subject.subscribe(next: { [out] value in
      if value == 1 { subject.next(2) }
      out.print("\(value) \(subject.value)")
    })
    subject.next(1)
    #expect(out.lines == ["0 0", "1 1", "2 2"])
  }

  @Test func `old values are let go of`() {
    let lives = Lives()
    let subject = BehaviorSubject(lives.make())
    for _ in 0..<10 { subject.next(lives.make()) }
    #expect(lives.count == 1)
    _ = subject.value
  }
}

@Suite struct AsyncSubjectTests {
  @Test func `the last value is sent on completion, also to late subscribers`() {
    let out = Transcript()
    let subject = AsyncSubject<Int>()
    subject.print(to: out)
    subject.next(1)
    subject.next(2)
    #expect(out.lines == [])
    subject.completed()
    #expect(out.lines == ["2", "|", "!"])
    #expect(subject.transcript == ["2", "|", "!"])
  }

  @Test func `without a value, or with an error, only the end is sent`() {
    let empty = AsyncSubject<Int>()
    empty.completed()
    #expect(empty.transcript == ["|", "!"])
    let failed = AsyncSubject<Int>()
    failed.next(1)
    failed.error(Broken())
    #expect(failed.transcript == ["#broken", "!"])
  }
}
