import Signals
import Testing

@Suite struct ExpandTests {
  let out = Transcript()

  @Test func `what follows from a value is sent, and what follows from that`() {
    let tree = Signal.just(1).expand { value in
      value < 8 ? Signal.of(value * 2, value * 2 + 1) : .empty()
    }
    #expect(
      tree.transcript.prefix(5) == ["1", "2", "3", "4", "5"] && tree.transcript.suffix(2) == ["|", "!"])
    #expect(tree.count().transcript == ["15", "|", "!"])
  }

  @Test func `a hundred thousand values that follow from each other need no stack`() {
    let numbers = Signal.just(1).expand { .just($0 + 1) }
    #expect(numbers.take(100_000).count().transcript == ["100000", "|", "!"])
    let ending = Signal.just(1).expand { $0 < 100_000 ? .just($0 + 1) : .empty() }
    #expect(ending.count().transcript == ["100000", "|", "!"])
  }

  @Test func `no more signals than the limit are subscribed to, and values wait for their turn`() {
    let source = PublishSubject<Int>()
    let inners = (0..<3).map { _ in PublishSubject<Int>() }
    source.expand(maxConcurrent: 1) { value in value < 3 ? inners[value] : .empty() }.print(to: out)
    source.next(0)
    source.next(1)
    #expect(out.take() == ["0"])
    inners[0].next(2)
    source.completed()
    inners[0].completed()
    #expect(out.take() == ["1"])
    inners[1].completed()
    #expect(out.take() == ["2"])
    inners[2].next(7)
    inners[2].completed()
    #expect(out.lines == ["7", "|", "!"])
  }

  @Test func `an error of any, and a throw, are errors at once`() {
    let source = PublishSubject<Int>()
    let inner = PublishSubject<Int>()
    source.expand { _ in inner }.print(to: out)
    source.next(1)
    source.next(2)
    inner.error(Broken())
    #expect(out.lines == ["1", "2", "#broken", "!"])
    #expect(!source.hasSubscribers)
    #expect(Signal.just(1).expand { _ in throw Broken() }.transcript == ["1", "#broken", "!"])
  }
}

@Suite struct FlatteningScanTests {
  let out = Transcript()
  let source = PublishSubject<Int>()
  let inners = (0..<2).map { _ in PublishSubject<Int>() }

  @Test func `mergeScan hands on the last result of any`() {
    let sums = source.mergeScan(10) { [inners] last, value in inners[value].map { $0 + last } }
    sums.print(to: out)
    source.next(0)
    inners[0].next(1)
    source.next(1)
    inners[1].next(5)
    inners[0].next(2)
    source.completed()
    for inner in inners { inner.completed() }
    #expect(out.lines == ["11", "16", "12", "|", "!"])
  }

  @Test func `mergeScan begins anew for each subscription, and does not send what it begins with`() {
    let sums = Signal.of(1, 2).mergeScan(0) { .just($0 + $1) }
    #expect(sums.transcript == ["1", "3", "|", "!"])
    #expect(sums.transcript == ["1", "3", "|", "!"])
    #expect(Signal<Int>.empty().mergeScan(0) { .just($0 + $1) }.transcript == ["|", "!"])
  }

  @Test func `with a limit, and in concat form, a value waits, and gets the result of the one before`() {
    for form in [
      source.mergeScan(0, maxConcurrent: 1) { [inners] last, value in inners[value].map { $0 + last } },
      source.concatScan(0) { [inners] last, value in inners[value].map { $0 + last } },
    ] {
      let out = Transcript()
      let subscription = form.print(to: out)
      source.next(0)
      source.next(1)
      inners[0].next(7)
      #expect(!inners[1].hasSubscribers)
      subscription.dispose()
      #expect(out.lines == ["7", "!"])
    }
    let sums = Signal.of(1, 2, 3).concatScan(0) { .just($0 + $1) }
    #expect(sums.transcript == ["1", "3", "6", "|", "!"])
  }

  @Test func `switchScan disposes the signal before, and keeps its last result`() {
    source.switchScan(0) { [inners] last, value in inners[value].map { $0 + last } }.print(to: out)
    source.next(0)
    inners[0].next(4)
    source.next(1)
    #expect(!inners[0].hasSubscribers)
    inners[1].next(1)
    source.completed()
    inners[1].completed()
    #expect(out.lines == ["4", "5", "|", "!"])
  }

  @Test func `throws and errors are errors`() {
    let one = Signal.just(1)
    #expect(one.mergeScan(0) { _, _ in throw Broken() }.transcript == ["#broken", "!"])
    #expect(one.concatScan(0) { _, _ in .fail(Broken()) }.transcript == ["#broken", "!"])
    #expect(one.switchScan(0) { _, _ in .fail(Broken()) }.transcript == ["#broken", "!"])
  }
}
