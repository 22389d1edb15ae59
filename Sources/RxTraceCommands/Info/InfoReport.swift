import TraceAnalysis
import TraceFormat
import TraceRendering

/// The text of `rxtrace info`: what a recording says about itself, and how much of it can be read.
struct InfoReport {
  let recording: Recording
  let tally: RecordTally
  let pen: Pen

  private static let damageShown = 20

  func write(to out: inout some TextOutputStream) {
    for line in lines { line.write(on: pen.page, to: &out) }
  }

  private var lines: [Line] {
    pen.flow(file) + pen.flow(program) + pen.flow(asked) + pen.flow(chunks, gap: 1) + pen.flow(cost) + [end]
      + damage.flatMap { pen.wrapped($0, indent: 2) } + pen.flow(skipped) + pen.flow(contents, gap: 8)
  }

  private var header: RecordingHeader { recording.header }

  private var file: [Line] {
    let isKnown = header.startedWallClock != 0
    return [
      pen("rxtrace file v\(header.formatMajor).\(header.formatMinor)", .bold), pen("little-endian"),
      pen(isKnown ? "started \(WallClockText(nanoseconds: header.startedWallClock))" : "start unknown"),
      pen("\(recording.programName)", limit: 60)
        + pen(header.processID == 0 ? "" : " pid \(header.processID)"),
      pen("clock \(header.clock == .cycles ? "cycles" : "monotonic")"),
    ]
  }

  private var program: [Line] {
    let arguments = header.arguments.map(\.shellWord).joined(separator: " ")
    return [
      pen("program: ") + pen(arguments.isEmpty ? "unknown" : arguments, limit: 2000),
      pen(header.host.isEmpty ? "" : "host: \(header.host)"),
      pen(header.container.isEmpty ? "" : "container: \(header.container.prefix(12))", limit: 60),
      pen(header.buildID.isEmpty ? "" : "build-id: \(header.buildID.map(Self.hexadecimal).joined())"),
      pen(header.runtimeVersion.isEmpty ? "" : "runtime: \(header.runtimeVersion)"),
      pen(
        header.labels.isEmpty ? "" : "labels: " + header.labels.map(\.text.shellWord).joined(separator: " "),
        limit: 2000),
    ].filter { !$0.isEmpty }
  }

  private var asked: [Line] {
    let kinds: [(RecordingHeader.Kinds, String)] = [
      (.next, "next"), (.terminal, "error completed"), (.lifecycle, "subscribed disposed"),
      (.owners, "owners"),
      (.scheduling, "scheduling"),
    ]
    let names = kinds.filter { header.kinds.contains($0.0) }.map(\.1)
    return [
      pen("recorded: \(names.isEmpty ? "nothing" : names.joined(separator: " "))"),
      pen(header.isSnapshot ? "a snapshot: subscriptions alive at its end, and nothing else" : "", .doubt),
      pen(header.kinds.contains(.next) ? "" : "not recorded: next", .doubt),
      header.isSnapshot ? pen("") : pen("probes: ") + probes,
      pen("values: \(header.valueLimit.map { "up to \($0) bytes each" } ?? "off")\(redacted)"),
    ]
  }

  private var redacted: String {
    switch header.redactions {
    case nil: ""
    case 0?: ", every text redacted"
    case let count?: ", redacted: \(plural(count, "pattern"))"
    }
  }

  private var probes: Line {
    // A damaged header says nothing, and must not be taken to say no.
    if recording.damage.contains(where: { $0.problem == .header }) { return pen("unknown") }
    if header.hasProbes { return pen("compiled in") }
    return pen("none, the program was built where <sys/sdt.h> is missing", .doubt)
  }

  private var chunks: [Line] {
    let readable = recording.chunks.count { $0.state == .whole }
    let staged = recording.chunks.count { $0.place == .staging }
    let lost = tally.lost
    return [
      pen("chunks: \(readable) of \(recording.chunks.count) readable\(staged > 0 ? "," : ";")"),
      pen(
        staged == 0
          ? ""
          : recording.isCompleted
            ? "\(staged) of them added when it was completed;" : "\(staged) of them from the staging file;"),
      pen("\(tally.events) events in \(recording.recordCount) records kept,"),
      pen(
        recording.unknownLoss == nil ? "\(lost) lost" : "\(lost) lost and an unknown number more",
        lost > 0 || recording.unknownLoss != nil ? .doubt : .plain),
    ]
  }

  /// The measurement at the start of the recording, and what follows from it. It is a lower bound: the
  /// measured loop has the caches and the processor to itself, and the program does not. The upper bound is
  /// the program's own: an event cost less than the time since the event before it.
  private var cost: [Line] {
    guard let cost = header.eventCost else { return [] }
    let (product, overflow) = cost.multipliedReportingOverflow(by: recording.recordCount)
    let total = (overflow ? .max : product) / 1000
    let length = recording.timeRange.upperBound - recording.timeRange.lowerBound
    let share = length == 0 ? 0 : Double(total) / Double(length) * 100
    let each = Self.decimal(Double(cost) / 1000)
    return [
      pen("own cost: at least \(each) ns an event (measured alone),"),
      pen(
        EventGaps(recording).median.map {
          "below \(Self.decimal($0)) ns for half of them (each came so soon after the one before),"
        } ?? ""),
      pen(
        "\(TimeUnit(for: total).named(total)) in all, beside the writing: \(Self.decimal(share)) % of the time"
      ),
    ].filter { !$0.isEmpty }
  }

  /// With one digit behind the point.
  private static func decimal(_ number: Double) -> String {
    let tenths = UInt64(max(0, min(number * 10, 1e15)).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  private var end: Line {
    if recording.isCompleted { return pen("ended: never; it was completed after its program had ended") }
    guard recording.isSealed else { return pen("ended: never; it was killed, still runs, or had no time") }
    let threads = recording.threadsAtEnd
    guard threads > 0 else { return pen("ended: in good order") }
    let range = recording.timeRange
    let milliseconds = (range.upperBound - range.lowerBound) / 1_000_000
    let fraction = "\(1000 + milliseconds % 1000)".dropFirst()
    return pen(
      "ended: in good order; events of \(plural(Int(threads), "other thread")) after "
        + "\(milliseconds / 1000).\(fraction) s are not recorded")
  }

  private var damage: [Line] {
    let shown = recording.damage.prefix(Self.damageShown).map { damage in
      pen("damage: \(damage)", damage.isHarmless ? .plain : .doubt, limit: 1000)
    }
    let rest = recording.damage.count - shown.count
    return shown + (rest > 0 ? [pen("damage: \(rest) more places", .doubt)] : [])
  }

  private var skipped: [Line] {
    let skipped = tally.skipped
    guard !skipped.isEmpty else { return [] }
    func texts(_ counts: [some BinaryInteger & Hashable: UInt64], _ noun: String) -> [String] {
      counts.sorted { $0.key < $1.key }.map { "\(plural($0.value, noun)) of kind \($0.key)" }
    }
    let traits = (0..<32).filter { skipped.traits.contains(SiteTraits(rawValue: 1 << $0)) }
    var all = texts(skipped.records, "record")
    all += texts(skipped.chunks, "chunk")
    all += texts(skipped.roles, "role")
    all += texts(skipped.reasons, "reason")
    all += traits.map { "trait \($0)" }
    return [pen("skipped, of a later version: \(all.joined(separator: ", "))", limit: 2000)]
  }

  private var contents: [Line] {
    let texts = tally.firstMarks.map { "\"\($0)\"" }.joined(separator: ", ")
    let more = tally.marks > UInt64(tally.firstMarks.count) ? ", …" : ""
    let outside = recording.outsideMarkCount
    return [
      pen("alive before recording: \(tally.aliveBefore)"),
      pen("marks: \(tally.marks)") + pen(outside == 0 ? "" : ", \(outside) of them made from outside")
        + pen(texts.isEmpty ? "" : " (\(texts)\(more))"),
    ]
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }
}
