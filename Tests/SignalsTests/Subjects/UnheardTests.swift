import Signals
import Synchronization
import Testing
import TraceFormat

/// A trace tells of values that a source was sent while nobody was subscribed to it.
@Suite struct UnheardTests {
  private struct Told: Equatable {
    let count: UInt64
    let ended: Bool
  }

  private func told(_ body: @escaping @Sendable () -> Void) throws -> [Told] {
    try Traced(body).events.compactMap { event in
      guard case .unheard(_, _, let count, let ended) = event else { return nil }
      return Told(count: count, ended: ended != 0)
    }
  }

  private func counts(_ body: @escaping @Sendable () -> Void) throws -> [UInt64] {
    try told(body).map(\.count)
  }

  @Test func `at 1, 2, 4, 8 of them, and anew once somebody has been there`() throws {
    let counts = try counts {
      let subject = PublishSubject<Int>()
      subject.subscribe(next: { _ in }).dispose()
      for number in 0..<9 { subject.next(number) }
      subject.subscribe(next: { _ in }).dispose()
      for number in 0..<3 { subject.next(number) }
    }
    #expect(counts == [1, 2, 4, 8, 1, 2])
  }

  @Test func `it is the source that its subscribers have joined`() throws {
    let events = try Traced {
      let subject = PublishSubject<Int>()
      subject.subscribe(next: { _ in }).dispose()
      subject.next(1)
    }.events
    var joined: [UInt64] = []
    var unheard: [UInt64] = []
    for event in events {
      if case .joinedSource(_, let source) = event { joined.append(source) }
      if case .unheard(let source, _, _, _) = event { unheard.append(source) }
    }
    #expect(joined.count == 1 && unheard == joined)
  }

  @Test func `nothing while anybody is there, and nothing of a source to which nobody has ever come`() throws
  {
    let counts = try counts {
      let (subject, lonely) = (PublishSubject<Int>(), PublishSubject<Int>())
      let handles = (0..<3).map { _ in subject.subscribe(next: { _ in }) }
      subject.next(1)
      handles[0].dispose()
      subject.next(2)
      handles[2].dispose()
      subject.next(3)
      lonely.next(4)
      withExtendedLifetime(handles) {}
    }
    #expect(counts.isEmpty)
  }

  @Test(arguments: [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [1, 3, 0, 4, 2], [0, 4, 1, 2, 3]] as [[Int]])
  func `in whatever order the subscribers have left`(order: [Int]) throws {
    let counts = try counts {
      let subject = PublishSubject<Int>()
      let handles = order.map { _ in subject.subscribe(next: { _ in }) }
      for place in order {
        subject.next(place)
        handles[place].dispose()
      }
      subject.next(9)
    }
    #expect(counts == [1])
  }

  @Test func `each value has its subscribers of that moment, whoever comes and goes`() throws {
    let counts = try counts {
      var numbers = SystemRandomNumberGenerator()
      let subject = PublishSubject<Int>()
      let heard = Mutex(0)
      var handles = [subject.subscribe(next: { _ in heard.withLock { $0 += 1 } })]
      for step in 0..<600 {
        // Few and many in turn.
        if Int.random(in: 0..<100, using: &numbers) < (step / 100 % 2 == 0 ? 70 : 30) {
          handles.append(subject.subscribe(next: { _ in heard.withLock { $0 += 1 } }))
        } else if !handles.isEmpty {
          handles.remove(at: Int.random(in: handles.indices, using: &numbers)).dispose()
        }
        heard.withLock { $0 = 0 }
        subject.next(step)
        #expect(heard.withLock { $0 } == handles.count && subject.hasSubscribers == !handles.isEmpty)
      }
      for handle in handles { handle.dispose() }
      handles = [subject.subscribe(next: { _ in })]
      handles[0].dispose()
      subject.next(1)
    }
    #expect(counts.last == 1)
  }

  /// A source with one subscriber that has left, and how to send to it.
  private static let kinds: [(name: String, holdsNewest: Bool, make: @Sendable () -> Subject<Int>)] = [
    ("PublishSubject", false, { PublishSubject<Int>() }),
    ("ReplaySubject", false, { ReplaySubject<Int>() }),
    ("BehaviorSubject", true, { BehaviorSubject(0) }),
    ("AsyncSubject", true, { AsyncSubject<Int>() }),
  ]

  @Test(arguments: kinds.indices)
  func `a source that holds its newest value tells after its end alone`(kind: Int) throws {
    let row = Self.kinds[kind]
    let told = try told {
      let subject = row.make()
      subject.subscribe(next: { _ in }).dispose()
      subject.next(1)
      let last = subject.subscribe(next: { _ in })
      subject.completed()
      subject.next(2)
      // The end alone comes to it: it is not there when the next value comes.
      subject.subscribe(next: { _ in }).dispose()
      subject.next(3)
      withExtendedLifetime(last) {}
    }
    let after = [Told(count: 1, ended: true), Told(count: 2, ended: true)]
    #expect(told == (row.holdsNewest ? [] : [Told(count: 1, ended: false)]) + after, "\(row.name)")
  }

  @Test func `a relay tells as its subject does, and a property does not`() throws {
    let counts = try counts {
      let (relay, state, level) = (PublishRelay<Int>(), BehaviorRelay(0), MutableProperty(0))
      for signal in [relay as Signal<Int>, state, level.signal] { signal.subscribe(next: { _ in }).dispose() }
      state.accept(1)
      level.set(1)
      relay.accept(1)
    }
    #expect(counts == [1])
  }

  @Test func `during whose delivery it was sent`() throws {
    let events = try Traced {
      let (source, target) = (PublishSubject<Int>(), PublishSubject<Int>())
      target.subscribe(next: { _ in }).dispose()
      let handle = source.subscribe(next: { target.next($0) })
      target.next(0)
      source.next(1)
      withExtendedLifetime(handle) {}
    }.events
    var sent: [EventID?] = [nil]
    var within: [EventID?] = []
    for event in events {
      // The root's: what the subject sends comes out of the blue.
      if case .next(_, let event, _?, _) = event { sent = [nil, event] }
      if case .unheard(_, let event, _, _) = event { within.append(event) }
    }
    #expect(within.count == 2 && within == sent)
  }
}
