import TraceAnalysis
import TraceFormat

/// Perfetto's protobuf: a track for each subscription, below the track of the process; flows from an event to the
/// events that it caused; and a counter of living subscriptions.
///
/// The numbers are those of `trace_packet.proto`, `clock_snapshot.proto`, `track_descriptor.proto` and `track_event.proto`.
struct PerfettoTrace: Exporter {
  private enum Kind {
    static let (begin, end, instant, counter): (UInt64, UInt64, UInt64, UInt64) = (1, 2, 3, 4)
  }

  /// Of `builtin_clock.proto`: realtime, monotonic.
  private enum Clock {
    static let (real, monotonic): (UInt64, UInt64) = (1, 3)
  }

  private static let process: UInt64 = 1
  private static let counter: UInt64 = 2
  private static let firstTrack: UInt64 = 16

  private let exported: ExportedTrace
  private var hasBegun = false
  private var described = Set<Int>()
  private var open = Set<Int>()

  init(_ exported: ExportedTrace) { self.exported = exported }

  mutating func add(_ record: TraceRecord, to bytes: inout [UInt8]) {
    begin(&bytes)
    let fields = EventFields(record.event, exported.trace.forest)
    if fields.kind == .mark {
      return event(Kind.instant, record.time, Self.process, fields.text ?? "mark", [], &bytes)
    }
    guard let number = fields.subscription, let life = exported.trace.forest[number] else { return }
    describe(life, &bytes)
    let track = Self.firstTrack + UInt64(number)
    let flows = [fields.event?.rawValue, fields.cause?.rawValue].compactMap { $0 }
    switch fields.kind {
    case .subscribed, .aliveBefore:
      guard open.insert(number).inserted else { return }
      event(Kind.begin, record.time, track, life.name, flows, &bytes)
      count(record.time, &bytes)
    case .next:
      event(Kind.instant, record.time, track, fields.text ?? "next", flows, &bytes)
    case .completed, .error, .disposed:
      event(Kind.instant, record.time, track, fields.kind.rawValue, flows, &bytes)
      guard open.remove(number) != nil else { return }
      event(Kind.end, record.time, track, nil, [], &bytes)
      count(record.time, &bytes)
    default: return
    }
  }

  mutating func finish(to bytes: inout [UInt8]) {
    begin(&bytes)
    for number in open.sorted() {
      event(Kind.end, exported.trace.forest.ended, Self.firstTrack + UInt64(number), nil, [], &bytes)
    }
  }

  private mutating func begin(_ bytes: inout [UInt8]) {
    guard !hasBegun else { return }
    hasBegun = true
    packet(6, clocks, time: nil, &bytes)
    var process = Protobuf()
    process.add(1, exported.trace.processID.map(UInt64.init) ?? 1)
    process.add(6, exported.trace.program)
    var descriptor = Protobuf()
    descriptor.add(1, Self.process)
    descriptor.add(3, process)
    packet(60, descriptor, time: nil, &bytes)
    var counter = Protobuf()
    counter.add(1, Self.counter)
    counter.add(2, "living subscriptions")
    counter.add(5, Self.process)
    counter.add(8, Protobuf())
    packet(60, counter, time: nil, &bytes)
  }

  /// The time when the recording began, by the clock of its records and by the clock on the wall. It also says that the
  /// trace's times are of the first clock: Perfetto would take them for boot time.
  private var clocks: Protobuf {
    var snapshot = Protobuf()
    let times = [(Clock.monotonic, exported.startedMonotonic), (Clock.real, exported.startedWallClock)]
    for (clock, time) in times where clock == Clock.monotonic || time > 0 {
      var reading = Protobuf()
      reading.add(1, clock)
      reading.add(2, time)
      snapshot.add(1, reading)
    }
    snapshot.add(2, Clock.monotonic)
    return snapshot
  }

  private mutating func describe(_ life: Life, _ bytes: inout [UInt8]) {
    guard described.insert(life.number).inserted else { return }
    var descriptor = Protobuf()
    descriptor.add(1, Self.firstTrack + UInt64(life.number))
    descriptor.add(2, "#\(life.number) \(life.name) \(life.site.file):\(life.site.line)")
    descriptor.add(5, Self.process)
    packet(60, descriptor, time: nil, &bytes)
  }

  private func count(_ time: UInt64, _ bytes: inout [UInt8]) {
    var event = Protobuf()
    event.add(9, Kind.counter)
    event.add(11, Self.counter)
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
    for flow in flows { event.add(47, fixed: flow) }
    packet(11, event, time: time, &bytes)
  }

  private func packet(_ field: UInt64, _ content: Protobuf, time: UInt64?, _ bytes: inout [UInt8]) {
    var packet = Protobuf()
    if let time {
      packet.add(8, time)
      packet.add(58, Clock.monotonic)
    }
    packet.add(10, 1 as UInt64)
    packet.add(field, content)
    var trace = Protobuf()
    trace.add(1, packet)
    bytes += trace.bytes
  }
}
