import Dispatch
import Signals
import SignalsTesting
import Synchronization
import Testing
import TraceAnalysis
import TraceFormat

@Suite struct LeakCheckTests {
  let check = LeakCheck(of: "work", options: .init(patience: .zero))

  @Test func `what was put away is no leak, nor what was left open`() {
    check.perform { Clean.leaveOpen() }
    #expect(check.report().isEmpty)
    #expect(check.report().description.hasPrefix("no leaks"))
  }

  @Test func `a disposal that was not passed on is named with its line`() {
    check.perform { Leaky.run() }
    let report = check.report()
    #expect(report.leaks.map(\.reason) == [.disposalNotPassedOn])
    #expect(report.leaks.map(\.confidence) == [.certain])
    #expect(report.leaks.first?.site.line == Leaky.createLine)
    let text = report.description
    #expect(text.hasPrefix("1 leak, 2 subscriptions   work  "))
    // The create, and the subscribe in it.
    let places = "Leaky.swift:\(Leaky.createLine), Leaky.swift:\(Leaky.createLine + 1)"
    #expect(text.contains("\n\nLEAK A  certain  2 subscriptions  \(places)  "))
    #expect(text.contains("  dispose was not passed on\n"))
    #expect(text.contains("A disposed subscriber is still being fed: 3 values since "))
    #expect(text.contains("PublishSubject"))
    #expect(text.contains("At Leaky.swift:\(Leaky.createLine) return (or add to the bag)"))
  }

  @Test func `an inner signal that outlives its stop signal is named with its line`() {
    check.perform { Leaky.outlivesStopSignal() }
    let report = check.report()
    #expect(report.leaks.map(\.reason) == [.innerOutlivedStopSignal])
    #expect(report.leaks.first?.site.line == Leaky.flatMapLine)
    #expect(report.description.contains("inner outlived its stop signal"))
  }

  @Test func `leaks of less confidence than asked for do not count`() {
    let strict = LeakCheck(of: "strict", options: .init(minimum: .certain, patience: .zero))
    strict.perform { Leaky.outlivesStopSignal() }
    #expect(strict.report().isEmpty)
  }

  @Test func `work beside it has subscriptions of its own`() async {
    let leaks = await withTaskGroup(of: (Int, Int).self) { group in
      for number in 0..<20 {
        group.addTask {
          let check = LeakCheck(of: "task \(number)", options: .init(patience: .zero))
          await check.perform {
            for _ in 0..<20 {
              if number % 5 == 0 { Leaky.run() } else { Clean.run() }
              await Task.yield()
            }
          }
          return (number, check.report().leaks.reduce(0) { $0 + $1.instances.count })
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for number in 0..<20 { #expect(leaks[number] == (number % 5 == 0 ? 20 : 0)) }
  }

  @Test func `what its tasks subscribe is its own`() async {
    await check.perform {
      await Task { Leaky.run() }.value
      async let other: Void = Leaky.run()
      await other
    }
    #expect(check.report().leaks.first?.instances.count == 2)
  }

  @Test func `what scheduled work subscribes is of whoever scheduled it`() async {
    let queue = QueueScheduler()
    await withCheckedContinuation { continuation in
      check.perform {
        _ = queue.schedule {
          // And so on: from one queue to the next.
          QueueScheduler().schedule(after: .milliseconds(1)) {
            Leaky.run()
            continuation.resume()
          }
        }
      }
    }
    #expect(check.report().leaks.count == 1)
  }

  @Test func `what is subscribed while an event is delivered is of whoever hears the event`() {
    let source = PublishSubject<Int>()
    check.perform { _ = source.subscribe(next: { _ in Leaky.run() }) }
    onThread { source.next(1) }
    #expect(check.report().leaks.count == 1)
  }

  @Test func `a bare thread is nobody's, unless the check is carried to it`() {
    check.perform { onThread { Leaky.run() } }
    #expect(check.report().isEmpty)
    check.perform {
      let current = LeakCheck.current
      onThread { current?.perform { Leaky.run() } }
    }
    #expect(check.report().leaks.count == 1)
  }

  @Test func `once it has ended it knows nothing`() {
    check.perform { Leaky.run() }
    check.end()
    check.perform { Leaky.run() }
    check.end()
    #expect(check.report().isEmpty)
  }

  @Test func `what goes with a handle's memory was disposed`() {
    check.perform {
      let source = PublishSubject<Int>()
      let scoped = ScopedDisposable(source.map { $0 }.subscribe(next: { _ in }))
      withExtendedLifetime(scoped) { source.next(1) }
    }
    #expect(check.report().description.contains("3 finished"))
  }

  @Test func `what happened before it began is not its own`() {
    let source = PublishSubject<Int>()
    let early = Leaky.forgetsInner(of: source).subscribe(next: { _ in })
    check.perform { early.dispose() }
    source.next(1)
    #expect(check.report().isEmpty)
  }

  @Test func `a disposal on its way is waited for, another one is not waited for long`() async {
    let check = LeakCheck(of: "slow", options: .init(minimum: .possible, patience: .seconds(10)))
    let late = Mutex<Subscription?>(nil)
    check.perform {
      let source = PublishSubject<Int>()
      let signal = Signal<Int>.create { subscriber in
        late.withLock { $0 = source.subscribe(next: { subscriber.next($0) }) }
        return nil
      }
      signal.subscribe(next: { _ in }).dispose()
      withExtendedLifetime(source) {}
    }
    #expect(!check.report().isEmpty)
    let waits = Mutex(0)
    let report = check.settledReport(waitingBy: { _ in
      waits.withLock { $0 += 1 }
      late.withLock { $0 }?.dispose()
    })
    #expect(report.isEmpty)
    #expect(waits.withLock { $0 } == 1)
    #expect(await check.settledReport().isEmpty)
  }

  @Test func `patience ends`() async {
    let hasty = LeakCheck(of: "hasty", options: .init(patience: .milliseconds(20)))
    hasty.perform { Leaky.run() }
    let waited = Mutex(Duration.zero)
    let report = hasty.settledReport(waitingBy: { wait in waited.withLock { $0 += wait } })
    #expect(waited.withLock { $0 } == .milliseconds(20))
    #expect(report.leaks.count == 1)
    #expect(await hasty.settledReport().leaks.count == 1)
  }

  /// Runs on a thread that no task and no scheduler knows.
  private func onThread(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    DispatchQueue(label: "bare").async {
      body()
      done.signal()
    }
    done.wait()
  }
}
