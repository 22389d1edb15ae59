import Signals
import Testing

@Suite struct PublishSubjectTests {
  let out = Transcript()
  let subject = PublishSubject<Int>()

  @Test func `subscribers get what is sent while they are subscribed, in the order in which they came`() {
    let first = subject.print(to: out, "a")
    subject.next(1)
    subject.print(to: out, "b")
    subject.next(2)
    first.dispose()
    subject.next(3)
    #expect(out.lines == ["a1", "a2", "b2", "a!", "b3"])
  }

  @Test func `the end is sent to all, and to those who come later`() {
    subject.print(to: out, "a")
    subject.error(Broken())
    subject.completed()
    subject.next(1)
    #expect(out.lines == ["a#broken", "a!"])
    #expect(subject.transcript == ["#broken", "!"])
  }

  @Test func `it says whether anybody is subscribed`() {
    #expect(!subject.hasSubscribers)
    let subscription = subject.subscribe()
    #expect(subject.hasSubscribers)
    subscription.dispose()
    #expect(!subject.hasSubscribers)
    _ = subject.subscribe()
    subject.completed()
    #expect(!subject.hasSubscribers)
  }

  @Test func `a subscriber that leaves during delivery gets nothing more, the others do`() {
    let second = SerialDisposable()
    _ = subject.subscribe(next: { _ in second.dispose() })
    second.inner = subject.print(to: out, "b")
    subject.print(to: out, "c")
    subject.next(1)
    #expect(out.lines == ["b!", "c1"])
  }

  @Test func `a subscriber that another disposes at the end is told nothing, and nothing is dropped`() throws
  {
    let trace = try Traced {
      let subject = PublishSubject<Int>()
      let second = SerialDisposable()
      _ = subject.subscribe(completed: { second.dispose() })
      second.replace(with: subject.subscribe(completed: { Issue.record("It was disposed") }))
      subject.completed()
    }
    #expect(trace.dropped.isEmpty)
  }

  @Test func `a subscriber that another disposes during delivery misses the value: none is late`() throws {
    let trace = try Traced {
      let subject = PublishSubject<Int>()
      let second = SerialDisposable()
      _ = subject.subscribe(next: { _ in second.dispose() })
      second.replace(with: subject.subscribe(next: { _ in Issue.record("It was disposed") }))
      subject.next(1)
      subject.completed()
    }
    #expect(trace.dropped.isEmpty)
  }

  @Test func `a subscriber that comes during delivery gets the next value`() {
    _ = subject.take(1).subscribe(next: { [out, subject] _ in subject.print(to: out, "late") })
    subject.next(1)
    subject.next(2)
    #expect(out.lines == ["late2"])
  }

  @Test func `subscribers come and go by the thousand, and the order stays`() {
    var live: [Subscription] = []
    for number in 0..<2_000 { live.append(subject.print(to: out, "\(number):")) }
    for (number, subscription) in live.enumerated() where number % 3 != 0 { subscription.dispose() }
    _ = out.take()
    subject.next(7)
    #expect(out.lines == stride(from: 0, to: 2_000, by: 3).map { "\($0):7" })
  }

  @Test func `a hundred thousand re-entrant sends need no stack`() {
    let heard = Heard()
    _ = subject.subscribe(next: { [subject] value in
      heard.add(value)
      if value < 100_000 { subject.next(value + 1) }
    })
    subject.next(1)
    #expect(heard.values == Array(1...100_000))
  }

  @Test func `several threads lose nothing, never overlap, and all see one order`() async {
    let heard = (0..<3).map { _ in Heard() }
    for one in heard { _ = subject.subscribe(next: { one.add($0) }) }
    await withTaskGroup { [subject] group in
      for sender in 0..<4 {
        group.addTask {
          for value in 0..<10_000 { subject.next(value * 4 + sender) }
        }
      }
    }
    let all = heard[0].values
    #expect(all.count == 40_000 && Set(all).count == 40_000)
    for sender in 0..<4 {
      let own = all.filter { $0 % 4 == sender }
      #expect(own == own.sorted())
    }
    for one in heard { #expect(one.values == all) }
  }

  @Test func `values race the end: nothing comes after it`() async {
    for _ in 0..<200 {
      let subject = PublishSubject<Int>()
      let tally = Tally()
      let late = Tally()
      _ = subject.subscribe(
        next: { tally.ends == 0 ? tally.add($0) : late.add(1) }, completed: { tally.finish() })
      await withTaskGroup { group in
        group.addTask { for _ in 0..<100 { subject.next(1) } }
        group.addTask { subject.completed() }
      }
      #expect(tally.ends == 1 && tally.overlaps == 0 && late.sum == 0)
    }
  }
}
