package import TraceFormat

/// One record of every kind, with plain and with awkward content.
package enum Samples {
  package static let site = Site(
    operatorName: "flatMap", file: "Feed/Session.swift", line: 45, traits: .flattens)
  package static let otherSite = Site(operatorName: "map", file: "Feed/Session.swift", line: 46)
  package static let traitedSite = Site(
    operatorName: "map", file: "Feed/Session.swift", line: 46, traits: SiteTraits(rawValue: .max))
  package static let hostile = "a\u{1b}[31m\"<b>\0é\u{202e}\n" + String(repeating: "長", count: 300)

  package static func id(_ number: UInt64) -> SubscriptionID { SubscriptionID(number)! }
  package static func event(_ thread: UInt32, _ sequence: UInt64) -> EventID {
    EventID(thread: ThreadID(rawValue: thread), sequence: sequence)
  }

  package static let events: [TraceEvent] =
    written
    + RecordKind.events.filter { kind in !written.contains { $0.kind == kind } }.compactMap(TraceEvent.blank)

  private static let written: [TraceEvent] = [
    .subscribed(id(1), downstream: nil, role: Role(.source), site: site),
    .subscribed(id(2), downstream: id(1), role: Role(.inner, number: 7), site: otherSite),
    .subscribed(id(3), downstream: id(2), role: Role(.control), site: site),
    .subscribed(
      id(.max), downstream: id(1), role: Role(rawValue: .max),
      site: Site(operatorName: "", file: hostile, line: .max)),
    .named(id(2), owner: OwnerID(9), label: "prices"),
    .named(id(2), owner: nil, label: ""),
    .named(id(2), owner: OwnerID(.max), label: nil),
    .next(id(3), event: event(1, 1), cause: nil, value: nil),
    .next(id(2), event: event(1, 2), cause: event(1, 1), value: nil),
    .next(id(1), event: event(1, 3), cause: event(1, 1), value: nil),
    .next(id(1), event: event(1, 4), cause: event(1, 1), value: nil),
    .next(id(.max), event: event(1, 90), cause: event(0xff_ffff, 0xff_ffff_ffff), value: nil),
    .next(id(1), event: event(1, 5), cause: event(2, 70_000), value: nil),
    .next(id(20), event: event(0xff_ffff, 0xff_ffff_ffff), cause: nil, value: nil),
    .next(id(3), event: event(1, 6), cause: nil, value: "42"),
    .next(id(3), event: event(1, 7), cause: event(1, 6), value: hostile),
    .next(id(3), event: event(1, 8), cause: event(1, 6), value: ""),
    .error(id(3), event: event(1, 9), cause: nil, description: nil),
    .error(id(2), event: event(1, 10), cause: event(1, 9), description: hostile),
    .completed(id(1), event: event(1, 11), cause: nil),
    .disposed(id(1), event: event(1, 12), cause: event(1, 11), reason: .terminated),
    .disposed(id(2), event: event(1, 13), cause: nil, reason: .explicit),
    .released(id(1)),
    .handleReleased(id(2)),
    .dropped(id(2), .next), .dropped(id(2), .error), .dropped(id(2), .completed),
    .overlap(id(2), other: ThreadID(rawValue: .max)),
    .connected(connection: 5, source: id(2), subscribers: 3),
    .disconnected(connection: .max, source: nil, subscribers: 0),
    .mark(event(1, 14), text: hostile),
    .childAdded(OwnerID(4)!, child: 12, total: 1),
    .childRemoved(OwnerID(4)!, child: .max, total: .max),
    .ownerDisposed(OwnerID(4)!, children: 2),
    .scheduled(work: 1, scheduler: 2, cause: event(1, 14), delay: 1_000_000_000, name: "main"),
    .scheduled(work: 2, scheduler: 2, cause: nil, delay: 0, name: "main"),
    .workBegan(work: 1, scheduler: 2, name: "main"),
    .workEnded(work: 1, scheduler: 2, name: "queue"),
    .workCancelled(work: 2, scheduler: 2, name: hostile),
    .subscribed(id(41), downstream: nil, role: Role(.source), site: traitedSite),
    .subscribed(id(42), downstream: id(41), role: Role(.source), site: traitedSite),
    .owner(OwnerID(4)!, kind: .object, type: "Feed.ChatRoom", site: otherSite),
    .owner(OwnerID(.max)!, kind: .bag, type: nil, site: nil),
    .owner(OwnerID(5)!, kind: .unknown, type: hostile, site: otherSite),
    .ownerReleased(OwnerID(4)!),
    .joined(id(41), connection: 5),
    .joined(id(.max), connection: .max),
    .called(.dispose, id: 41, site: otherSite),
    .called(.replace, id: .max, site: Site(operatorName: hostile, file: "", line: .max)),
    .called(.remove, id: 0, site: otherSite),
    .called(.end, id: 8, site: otherSite),
    .waiting(id(3), input: 2, count: 48_210),
    .waiting(id(.max), input: .max, count: .max),
    .counted(id(3), values: 3_830),
    .counted(id(.max), values: .max),
    .begun(id(3), within: EventID(1 << 40 | 7)!),
    .begun(id(.max), within: EventID(.max)!),
    .joinedSource(id(3), source: 44),
    .joinedSource(id(.max), source: 1),
    .joinedSource(id(1), source: .max),
    .subscribedAgain(id(44), first: id(43)),
    .subscribedAgain(id(.max), first: id(1)),
    .subscribedAgain(id(1), first: id(.max)),
    .released(id(41)),
    .aliveBefore(id(40), downstream: id(1), role: Role(.shared), site: site, since: 17),
    .aliveBefore(
      id(43), downstream: nil, role: Role(.source),
      site: Site(operatorName: "zip", file: "Feed/New.swift", line: 3, traits: [.gathers, .buffers]),
      since: 999),
    .lost(count: 12, since: 999),
  ]

  package static func records(threads: UInt32 = 3, rounds: Int = 1) -> [TraceRecord] {
    var time: UInt64 = 1_000
    var records: [TraceRecord] = []
    for round in 0..<rounds {
      for (index, event) in events.enumerated() {
        time += UInt64(index * round % 7)
        let thread = ThreadID(rawValue: UInt32(index + round) % threads + 1)
        records.append(TraceRecord(time: time, thread: thread, event: event))
      }
    }
    return records
  }

  package static var header: RecordingHeader {
    var header = RecordingHeader()
    header.runtimeVersion = "1.2.3"
    header.program = "/usr/bin/feedd"
    header.arguments = ["feedd", "--sessions", "3", ""]
    header.processID = 4711
    header.buildID = [0xde, 0xad, 0xbe, 0xef]
    header.host = "quotes"
    header.bootID = "3b5a"
    header.startedWallClock = 1_795_000_000_000_000_000
    header.startedMonotonic = 900
    header.startedTicks = 900
    header.formatMinor = RecordingHeader.supportedMinor
    header.kinds = [.next, .lifecycle]
    header.valueLimit = 200
    header.redactions = 2
    header.container = "c0ffee"
    header.labels = [.init(name: "region", value: "eu"), .init(name: "by", value: "a=b")]
    header.eventCost = 12_345
    header.hasProbes = true
    header.identity = Array(0..<16)
    return header
  }

  package static func recording(_ records: [TraceRecord]) -> [UInt8] {
    var writer = RecordingWriter(header: header)
    for record in records { writer.append(record) }
    return writer.finish()
  }
}
