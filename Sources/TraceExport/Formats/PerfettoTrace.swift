import TraceAnalysis
import TraceFormat

/// Perfetto's protobuf: a track for each subscription, below the track of the process; flows from an event to
/// the events that it caused; and a counter of living subscriptions.
///
/// The numbers are those of `trace_packet.proto`, `clock_snapshot.proto`, `track_descriptor.proto` and
/// `track_event.proto`.
struct PerfettoTrace: Exporter {
  /// `TrackEvent.Type`: a slice begins, a slice ends, a moment, the value of a counter.
  private enum TrackEventType {
    static let (begin, end, instant, counter): (UInt64, UInt64, UInt64, UInt64) = (1, 2, 3, 4)
  }

  /// Of `builtin_clock.proto`: realtime, monotonic.
  private enum Clock {
    static let (real, monotonic): (UInt64, UInt64) = (1, 3)
  }

  /// Numbers of tracks. Each recording of several has numbers of its own.
  private let process: UInt64
  private let counter: UInt64
  private let firstTrack: UInt64
  /// The numbers of events are those of one process.
  private let flowSalt: UInt64
  /// Several recordings have the time of day in common, and nothing else.
  private let clock: UInt64

  private let exported: ExportedTrace
  private var hasBegun = false
  private var described = Set<Int>()
  private var open = Set<Int>()

  init(_ exported: ExportedTrace) {
    self.exported = exported
    let index = UInt64(exported.placeAmongSeveral ?? 0)
    let first = index << 40
    (process, counter, firstTrack) = (first + 1, first + 2, first + 16)
    flowSalt = index &* 0x9e37_79b9_7f4a_7c15
    clock = exported.placeAmongSeveral == nil ? Clock.monotonic : Clock.real
  }

  mutating func add(_ record: TraceRecord, to bytes: inout [UInt8]) {
    begin(&bytes)
    let fields = EventFields(record.event, exported.trace.forest)
    if fields.kind == .mark {
      return event(TrackEventType.instant, record.time, process, fields.text ?? "mark", [], &bytes)
    }
    guard let number = fields.subscription, let life = exported.trace.forest[number] else { return }
    describe(life, &bytes)
    let track = firstTrack + UInt64(number)
    let flows = [fields.event?.rawValue, fields.cause?.rawValue].compactMap { $0 }
    switch fields.kind {
    case .subscribed, .aliveBefore:
      guard open.insert(number).inserted else { return }
      event(TrackEventType.begin, record.time, track, life.name, flows, &bytes)
      count(record.time, &bytes)
    case .next:
      event(TrackEventType.instant, record.time, track, fields.text ?? "next", flows, &bytes)
    case .completed, .error, .disposed:
      event(TrackEventType.instant, record.time, track, fields.kind.word, flows, &bytes)
      guard open.remove(number) != nil else { return }
      event(TrackEventType.end, record.time, track, nil, [], &bytes)
      count(record.time, &bytes)
    default: return
    }
  }

  mutating func finish(to bytes: inout [UInt8]) {
    begin(&bytes)
    for number in open.sorted() {
      event(TrackEventType.end, exported.trace.forest.ended, firstTrack + UInt64(number), nil, [], &bytes)
    }
  }

  private mutating func begin(_ bytes: inout [UInt8]) {
    guard !hasBegun else { return }
    hasBegun = true
    if exported.isFirst { packet(6, clocks, time: nil, &bytes) }
    var facts = Protobuf()
    facts.add(1, exported.trace.processID.map(UInt64.init) ?? 1)
    let whose = exported.placeAmongSeveral == nil ? "" : "  " + exported.name
    facts.add(6, exported.trace.program + whose)
    var descriptor = Protobuf()
    descriptor.add(1, process)
    descriptor.add(3, facts)
    packet(60, descriptor, time: nil, &bytes)
    var living = Protobuf()
    living.add(1, counter)
    living.add(2, "living subscriptions")
    living.add(5, process)
    living.add(8, Protobuf())
    packet(60, living, time: nil, &bytes)
  }

  /// The time when the recording began, by the clock of its records and by the clock on the wall. It also
  /// says that the trace's times are of the first clock: Perfetto would take them for boot time.
  private var clocks: Protobuf {
    var snapshot = Protobuf()
    let times = [(Clock.monotonic, exported.startedMonotonic), (Clock.real, exported.startedWallClock)]
    for (clock, time) in times where clock == Clock.monotonic || time > 0 {
      var reading = Protobuf()
      reading.add(1, clock)
      reading.add(2, time)
      snapshot.add(1, reading)
    }
    snapshot.add(2, clock)
    return snapshot
  }

  private mutating func describe(_ life: Life, _ bytes: inout [UInt8]) {
    guard described.insert(life.number).inserted else { return }
    var descriptor = Protobuf()
    descriptor.add(1, firstTrack + UInt64(life.number))
    descriptor.add(2, "#\(life.number) \(life.name) \(life.site.file):\(life.site.line)")
    descriptor.add(5, process)
    packet(60, descriptor, time: nil, &bytes)
  }

  private func count(_ time: UInt64, _ bytes: inout [UInt8]) {
    var event = Protobuf()
    event.add(9, TrackEventType.counter)
    event.add(11, counter)
    event.add(30, UInt64(open.count))
    packet(11, event, time: time, &bytes)
  }

  private func event(
    _ kind: UInt64, _ time: UInt64, _ track: UInt64, _ name: String?, _ flows: [UInt64],
    _ bytes: inout [UInt8]
  ) {
    var event = Protobuf()
    event.add(9, kind)
    event.add(11, track)
    event.add(22, "subscription")
    if let name { event.add(23, name) }
    for flow in flows { event.add(47, fixed: flow &+ flowSalt) }
    packet(11, event, time: time, &bytes)
  }

  private func packet(_ field: UInt64, _ content: Protobuf, time: UInt64?, _ bytes: inout [UInt8]) {
    var packet = Protobuf()
    if let time {
      let shift = clock == Clock.real ? exported.startedWallClock &- exported.startedMonotonic : 0
      packet.add(8, time &+ shift)
      packet.add(58, clock)
    }
    packet.add(10, 1 as UInt64)
    packet.add(field, content)
    var trace = Protobuf()
    trace.add(1, packet)
    bytes += trace.bytes
  }
}
