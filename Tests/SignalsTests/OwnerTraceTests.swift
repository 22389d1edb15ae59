import SignalTracing
import Signals
import Synchronization
import Testing
import TraceAnalysis
import TraceFormat

/// What a recording says of those who hold subscriptions.
@Suite struct OwnerTraceTests {
  private final class ChatRoom {
    var bag: DisposeBag?
  }

  /// What is said of the owners that these events introduce: any thread that comes by tells of the death of another's.
  private func owners(_ events: [TraceEvent]) -> [String] {
    var introduced: Set<OwnerID> = []
    return events.compactMap { event in
      switch event {
      case .owner(let id, let kind, let type, let site):
        introduced.insert(id)
        return
          "\(kind) \(type ?? "-") \(site?.operatorName ?? "-")\(site?.file.hasSuffix("OwnerTraceTests.swift") == true ? "" : " elsewhere")"
      case .ownerReleased(let id): return introduced.contains(id) ? "released" : nil
      case .ownerDisposed: return "disposed"
      case .called(let call, _, let site): return "\(call) \(site.operatorName)"
      case .childAdded: return "+"
      case .childRemoved: return "-"
      default: return nil
      }
    }
  }

  @Test func `a bag tells where it was made, whose it is, and when its memory went`() throws {
    let traced = try Traced {
      let room = ChatRoom()
      room.bag = DisposeBag(of: room)
      Signal<Int>.never().subscribe().disposed(by: room.bag!)
      room.bag = nil
      let bag = DisposeBag()
      Signal<Int>.never().subscribe().disposed(by: bag)
      bag.dispose()
    }
    #expect(
      owners(traced.events) == [
        "object ChatRoom DisposeBag", "bag ChatRoom DisposeBag", "+", "add disposed(by:)", "+", "disposed",
        "released", "bag - DisposeBag", "add disposed(by:)", "+", "dispose dispose", "disposed", "released",
      ])
  }

  @Test func `a connection is made at a line, right before it is there`() throws {
    let traced = try Traced {
      let connection = Signal<Int>.never().publish()
      connection.connect().dispose()
      _ = connection.connect()
      connection.signal.subscribe().dispose()
    }
    var source: UInt64?
    for (event, next) in zip(traced.events, traced.events.dropFirst()) {
      guard case .called(.connect, let id, let site) = event else { continue }
      guard case .connected(_, let connected, _) = next else {
        Issue.record("\(next) comes after it")
        continue
      }
      #expect(source == nil && connected?.rawValue == id)
      #expect(site.operatorName == "connect" && site.file.hasSuffix("OwnerTraceTests.swift"))
      source = id
    }
    #expect(source != nil)
  }

  @Test func `what is taken out of an owner is taken out at a line`() throws {
    let traced = try Traced {
      let composite = CompositeDisposable()
      let subscription = Signal<Int>.never().subscribe()
      composite.add(subscription)
      composite.remove(subscription)
      let serial = SerialDisposable()
      _ = serial.swap(subscription)
      _ = serial.swap(nil)
      serial.replace(with: subscription)
      serial.replace(with: nil)
    }
    #expect(
      owners(traced.events).filter { $0 != "released" } == [
        "composite - CompositeDisposable", "add add", "+", "remove remove", "-", "serial - SerialDisposable",
        "replace swap", "+", "replace swap", "-", "replace replace", "+", "replace replace", "-",
      ])
    #expect(traced.disposals.prefix(1) == ["subscribe replaced"])
  }

  @Test func `a call that disposes is told with its line, before what comes of it`() throws {
    let traced = try Traced {
      let subscription = Signal<Int>.never().subscribe()
      subscription.dispose(file: "a.swift", line: 7)
      // What has ended is not ended by this call.
      subscription.dispose()
      let connection = Signal<Int>.never().publish().connect()
      connection.dispose()
      // No call that a line could be told of, nor one of the program.
      let function: () -> Void = Signal<Int>.never().subscribe().dispose
      function()
      _ = Signal<Int>.never().take(until: Signal.just(1)).subscribe()
      NopDisposable().dispose()
    }
    var roots: [SubscriptionID] = []
    var lines: [String] = []
    for event in traced.events {
      switch event {
      case .subscribed(let id, nil, _, _): roots.append(id)
      case .called(let call, let id, let site):
        let index = roots.firstIndex { $0.rawValue == id }.map { "\($0)" } ?? "?"
        lines.append("\(call) \(index) \(site.line == 7 ? "a.swift:7" : "here")")
      case .disposed(let id, _, _, .explicit): lines.append("disposed \(roots.firstIndex(of: id) ?? -1)")
      default: break
      }
    }
    #expect(
      lines == [
        "dispose 0 a.swift:7", "disposed 0", "connect 1 here", "dispose 1 here", "disposed 1", "disposed 2",
      ])
  }

  @Test func `a scope and a place tell what they held, and when they went`() throws {
    let scope = try Traced { _ = ScopedDisposable(Signal<Int>.never().subscribe()) }
    #expect(owners(scope.events) == ["scoped - ScopedDisposable", "+", "disposed", "released"])
    #expect(scope.disposals == ["subscribe deinitialized", "never downstream"])
    let place = try Traced {
      let place = SerialDisposable(Signal<Int>.never().subscribe())
      place.dispose()
      place.dispose()
    }
    #expect(
      owners(place.events) == [
        "serial - SerialDisposable", "+", "dispose dispose", "disposed", "released",
      ])
    let single = try Traced {
      let single = SingleAssignmentDisposable()
      single.inner = Signal<Int>.never().subscribe()
      single.dispose()
    }
    #expect(
      owners(single.events) == [
        "serial - SingleAssignmentDisposable", "+", "dispose dispose", "disposed", "released",
      ])
  }

  @Test func `a bag that outlives its object is the object's`() throws {
    // Any thread of the process may notice the object's end, also a moment later: then this is done again.
    var leak: Leak?
    for _ in 1...20 where leak == nil { leak = try leakOfFreedObject() }
    let found = try #require(leak)
    #expect(found.confidence == .certain && found.evidence.count == 1)
    let freed = try #require(found.evidence.first)
    #expect(freed.name == "ownerWasFreed")
    #expect(freed.sentence?.parts.first == .quoted("ChatRoom"))
  }

  private func leakOfFreedObject() throws -> Leak? {
    let kept = Mutex<DisposeBag?>(nil)
    defer { kept.withLock { $0 = nil } }
    let (records, thread) = try Traced.recording {
      var room: ChatRoom? = ChatRoom()
      let bag = DisposeBag(of: room!)
      kept.withLock { $0 = bag }
      Signal<Int>.never().subscribe(file: "ChatRoom.swift", line: 3).disposed(by: bag)
      room = nil
      for _ in 0..<10 { _ = Signal.just(1).subscribe() }
      Trace.mark("the program goes on")
      _ = Signal.just(1).subscribe()
    }
    var builder = ForestBuilder()
    for record in records {
      var isOurs = record.thread == thread
      if case .ownerReleased = record.event { isOurs = true }
      if isOurs { builder.add(record) }
    }
    return Verdicts(builder.finish(began: nil, ended: nil)).leaks.first { $0.reason == .ownerFreed }
  }

  @Test func `an object is not kept, and a trace tells when it went before its subscription`() throws {
    // Whichever thread of the process comes by tells of it.
    let (records, _) = try Traced.recording {
      weak var gone: ChatRoom?
      var rooms = (0..<20).map { _ in ChatRoom() }
      gone = rooms.first
      let handles = rooms.flatMap { room in
        (0..<2).map { _ in Signal<Int>.never().subscribe().owned(by: room) }
      }
      rooms = []
      #expect(gone == nil)
      for _ in 0..<10 { _ = Signal.just(1).subscribe() }
      withExtendedLifetime(handles) {}
    }
    var (rooms, released, named) = (Set<OwnerID>(), 0, 0)
    for record in records {
      switch record.event {
      case .owner(let id, kind: .object, type: "ChatRoom", let site):
        #expect(rooms.insert(id).inserted && site?.operatorName == "owned(by:)")
      case .ownerReleased(let id) where rooms.contains(id): released += 1
      case .named(_, let owner?, nil) where rooms.contains(owner): named += 1
      default: break
      }
    }
    #expect((rooms.count, released, named) == (20, 20, 40))
  }

  @Test func `subscribers of two connections of one line are told apart`() throws {
    let traced = try Traced {
      let shares = (0..<2).map { _ in PublishSubject<Int>().share() }
      for share in [shares[0], shares[0], shares[1]] { _ = share.subscribe() }
      let connection = PublishSubject<Int>().publish()
      _ = connection.signal.subscribe()
      _ = connection.connect()
      _ = connection.signal.subscribe()
    }
    var connections: [UInt64] = []
    var joined: [UInt64: [SubscriptionID]] = [:]
    for event in traced.events {
      if case .connected(let connection, _, _) = event { connections.append(connection) }
      if case .joined(let id, let connection) = event { joined[connection, default: []].append(id) }
    }
    #expect(connections.map { joined[$0]?.count } == [2, 1, 2])
    #expect(Set(joined.values.flatMap { $0 }).count == 5)
  }

  @Test func `an object's end is told once, also where nothing but values passes after it`() throws {
    // Any thread that comes by may tell it.
    let (records, thread) = try Traced.recording {
      let texts = PublishSubject<Int>()
      var room: ChatRoom? = ChatRoom()
      if let room { texts.subscribe().owned(by: room) }
      room = nil
      for text in 0..<64 { texts.next(text) }
      _ = texts.subscribe()
      for text in 0..<64 { texts.next(text) }
    }
    let own = records.filter { $0.thread == thread }
    let owner = own.compactMap { record in
      if case .owner(let id, .object, _, _) = record.event { id } else { nil as OwnerID? }
    }.first
    let released = records.filter { record in
      if case .ownerReleased(let id) = record.event { id == owner } else { false }
    }
    let secondRoot = own.last { record in
      if case .subscribed(_, nil, _, _) = record.event { true } else { false }
    }
    #expect(released.count == 1)
    #expect(try #require(released.first).time < #require(secondRoot).time)
  }

  @Test func `what is begun while a value is being delivered names the event`() throws {
    let traced = try Traced {
      let rooms = PublishSubject<Int>()
      let texts = PublishSubject<Int>()
      _ = rooms.subscribe(next: { _ in _ = texts.subscribe() })
      rooms.next(1)
      _ = texts.subscribe()
    }
    var sent: [EventID: SubscriptionID] = [:]
    var roots: [SubscriptionID] = []
    var begun: [SubscriptionID: SubscriptionID] = [:]
    for event in traced.events {
      switch event {
      case .next(let id, let event, _, _): sent[event] = id
      case .subscribed(let id, nil, _, _): roots.append(id)
      case .begun(let id, let event): begun[id] = sent[event]
      default: break
      }
    }
    #expect(roots.count == 3)
    #expect(begun == [roots[1]: roots[0]])
  }

  @Test func `nothing is reported, nor remembered, while nobody watches`() {
    let room = ChatRoom()
    let handle = Signal<Int>.never().subscribe().owned(by: room)
    handle.dispose()
    #expect(handle.isDisposed)
  }
}
