import SignalTracing
import Signals
import Synchronization
import Testing
import TraceAnalysis
import TraceFormat

/// What a recording says of values that wait.
@Suite struct WaitingTraceTests {
  private static let checks: Set = ["silent-input", "growing-queue"]

  private func findings(values: Bool = true, _ body: @escaping @Sendable () -> Void) throws -> [String] {
    try Findings.of(Self.checks, values: values, body)
  }

  /// What the operators of this thread told: `input count` of each.
  private func told(_ body: @escaping @Sendable () -> Void) throws -> [String] {
    try Traced(body).events.compactMap { event in
      guard case .waiting(_, let input, let count) = event else { return nil }
      return "\(input) \(count)"
    }
  }

  // MARK: Each operator, by its line

  @Test(arguments: [true, false])
  func `zip waits for an input that sends nothing`(values: Bool) throws {
    let findings = try findings(values: values) {
      let (busy, silent) = (PublishSubject<Int>(), PublishSubject<String>(line: 11))
      _ = zip(busy, silent, line: 12).subscribe()
      for value in 0..<1300 { busy.next(value) }
    }
    let count = values ? ", which has sent nothing: 1300 values wait" : ": 1024 values wait"
    #expect(findings == ["zip:12 waits for its 2nd input, PublishSubject:11\(count)"])
  }

  @Test func `zip of an array tells which input waits`() throws {
    let told = try told {
      let subjects = (0..<3).map { _ in PublishSubject<Int>() }
      _ = zip(subjects).subscribe()
      for value in 0..<600 { subjects[1].next(value) }
      for value in 0..<600 {
        subjects[0].next(value)
        subjects[2].next(value)
      }
    }
    #expect(told == ["2 256", "2 512", "2 127", "2 30", "2 6", "2 0"])
  }

  @Test(arguments: [true, false])
  func `concatMap and its like wait for an inner signal that does not end`(values: Bool) throws {
    let findings = try findings(values: values) {
      let source = PublishSubject<Int>()
      _ = source.concatMap(line: 11) { _ in Signal<Int>.never() }.subscribe()
      _ = source.flatMap(maxConcurrent: 2, line: 12) { _ in Signal<Int>.never() }.subscribe()
      _ = source.map { _ in Signal<Int>.never() }.merge(maxConcurrent: 3, line: 13).subscribe()
      for value in 0..<1100 { source.next(value) }
    }
    // Without values the last power of two is what is known.
    let waiting = values ? [1099, 1098, 1097] : [1024, 1024, 1024]
    #expect(
      findings.map { $0.replacing(#/ (waits?|wait) for #, never:\d+.*/#, with: "") } == [
        "concatMap:11 \(waiting[0]) values", "flatMap:12 \(waiting[1]) values",
        "merge:13 \(waiting[2]) values",
      ])
  }

  @Test(arguments: [true, false])
  func `deliver waits for a scheduler that does not run`(values: Bool) throws {
    let findings = try findings(values: values) {
      let source = PublishSubject<Int>()
      _ = source.deliver(on: VirtualTimeScheduler(), line: 11).subscribe()
      for value in 0..<1500 { source.next(value) }
    }
    let rest =
      values ? "1500 values wait, and none has been passed on" : "1024 values wait, and more and more of them"
    #expect(findings == ["deliver(on:):11 \(rest)"])
  }

  @Test func `delay waits for a scheduler that does not run`() throws {
    let findings = try findings {
      let source = PublishSubject<Int>()
      _ = source.delay(for: .seconds(1), on: VirtualTimeScheduler(), line: 11).subscribe()
      for value in 0..<1500 { source.next(value) }
    }
    #expect(findings == ["delay:11 1500 values wait, and none has been passed on"])
  }

  @Test(arguments: [true, false])
  func `collect waits for an end`(values: Bool) throws {
    let findings = try findings(values: values) {
      let source = PublishSubject<Int>()
      _ = source.collect(line: 11).subscribe()
      for value in 0..<1500 { source.next(value) }
    }
    let rest =
      values ? "1500 values wait, and none has been passed on" : "1024 values wait, and more and more of them"
    #expect(findings == ["collect:11 \(rest)"])
  }

  @Test func `what replays without a limit keeps all`() throws {
    let findings = try findings {
      let source = ReplaySubject<Int>(line: 11)
      let replayed = PublishSubject<Int>()
      let replay = replayed.replay(line: 12)
      _ = source.subscribe()
      _ = replay.subscribe()
      for value in 0..<17_000 {
        source.next(value)
        replayed.next(value)
      }
    }
    let rest = "it has kept at least 16384 values for later subscribers, and keeps all that come"
    #expect(findings == ["ReplaySubject:11 \(rest)", "replay:12 \(rest)"])
  }

  @Test func `what finds others being delivered waits, and is told for the operator as a whole`() throws {
    let merged = try told {
      let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
      _ = left.merge(right).subscribe(next: { if $0 == -1 { for value in 0..<600 { right.next(value) } } })
      left.next(-1)
    }
    #expect(merged == ["0 600", "0 0"])
    let sent = try told {
      let subject = PublishSubject<Int>()
      _ = subject.subscribe(next: { if $0 == -1 { for value in 0..<600 { subject.next(value) } } })
      subject.next(-1)
    }
    #expect(sent == ["0 600", "0 0"])
  }

  @Test(arguments: [true, false])
  func `values of a task that does not take them wait`(values: Bool) throws {
    let findings = try findings(values: values) {
      let (source, limited) = (PublishSubject<Int>(), PublishSubject<Int>())
      let iterators = [
        source.values(line: 11).makeAsyncIterator(),
        source.values(buffering: .suspending(10), line: 12).makeAsyncIterator(),
        // As long as they were allowed to become.
        limited.values(buffering: .suspending(2000), line: 13).makeAsyncIterator(),
        source.values(buffering: .newest(2000), line: 14).makeAsyncIterator(),
        source.values(buffering: .oldest(2000), line: 15).makeAsyncIterator(),
      ]
      for value in 0..<1500 {
        source.next(value)
        limited.next(value)
      }
      withExtendedLifetime(iterators) {}
    }
    let rest = "1024 values wait, and more and more of them"
    #expect(findings == ["values:11 \(rest)", "values:12 \(rest)"])
  }

  @Test func `values that a task has taken and worked off do not wait any more`() throws {
    let told = try told {
      let source = PublishSubject<Int>()
      nonisolated(unsafe) var iterator = source.values().makeAsyncIterator()
      for value in 0..<600 { source.next(value) }
      ThisThread.run {
        for _ in 0..<600 { _ = try? await iterator.next() }
        // That it asks for another one says that the others are done with.
        for value in 0..<2 {
          source.next(value)
          let taken = try? await iterator.next()
          #expect(taken == value)
        }
      }
    }
    #expect(told == ["0 256", "0 512", "0 1"])
  }

  // MARK: How often

  @Test func `a queue is told at each power of two, and as it shrinks`() throws {
    let told = try told {
      let scheduler = VirtualTimeScheduler()
      let source = PublishSubject<Int>()
      _ = source.delay(for: .seconds(1), on: scheduler).subscribe()
      for _ in 0..<3 {
        for value in 0..<700 { source.next(value) }
        scheduler.advance(by: .seconds(2))
      }
    }
    #expect(told == ["0 256", "0 512", "0 127", "0 30", "0 6", "0 0"])
  }

  @Test func `a limited replay, a collection that is full, and few values are not worth a word`() throws {
    let told = try told {
      let source = PublishSubject<Int>()
      let replayed = ReplaySubject<Int>(capacity: 1000)
      _ = replayed.subscribe()
      _ = source.collect(count: 250).subscribe()
      _ = source.zip(with: Signal<Int>.never()).take(until: source.filter { $0 == 200 }).subscribe()
      _ = source.deliver(on: ImmediateScheduler()).concatMap { .just($0) }.subscribe()
      for value in 0..<2000 {
        source.next(value)
        replayed.next(value)
      }
    }
    #expect(told.isEmpty)
  }

  @Test func `a full collection is told and gone`() throws {
    let told = try told {
      let source = PublishSubject<Int>()
      _ = source.collect(count: 600).subscribe()
      for value in 0..<600 { source.next(value) }
    }
    #expect(told == ["0 256", "0 512", "0 0"])
  }
}
