import SignalTracing
import Signals
import Testing
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
        "bag ChatRoom DisposeBag", "+", "disposed", "released",
        "bag - DisposeBag", "+", "dispose dispose", "disposed", "released",
      ])
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
        "composite - CompositeDisposable", "+", "remove remove", "-", "serial - SerialDisposable",
        "replace swap", "+", "replace swap", "-", "replace replace", "+", "replace replace", "-",
      ])
    #expect(traced.disposals.prefix(1) == ["subscribe replaced"])
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
      for _ in 0..<10 { Signal.just(1).subscribe() }
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
      for share in [shares[0], shares[0], shares[1]] { share.subscribe() }
      let connection = PublishSubject<Int>().publish()
      connection.signal.subscribe()
      connection.connect()
      connection.signal.subscribe()
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

  @Test func `nothing is reported, nor remembered, while nobody watches`() {
    let room = ChatRoom()
    let handle = Signal<Int>.never().subscribe().owned(by: room)
    handle.dispose()
    #expect(handle.isDisposed)
  }
}
