import TraceAnalysis
import TraceFormat

/// The stream of a trace in the Common Trace Format, version 1.8: one packet, an event a record. Its metadata
/// is ``CommonTraceMetadata``.
struct CommonTrace: Exporter {
  /// The events; an event's number is its place here.
  static let kinds = EventFields.kinds
  static let magic: UInt32 = 0xc1fc_1fc1

  private let exported: ExportedTrace
  private var hasBegun = false
  private var last: UInt64 = 0

  init(_ exported: ExportedTrace) { self.exported = exported }

  mutating func add(_ record: TraceRecord, to bytes: inout [UInt8]) {
    begin(&bytes)
    let forest = exported.trace.forest
    let fields = EventFields(record.event, forest)
    guard let kind = Self.kinds.firstIndex(of: fields.kind) else { return }
    // In a stream time does not go back; records of different threads may be slightly out of order.
    last = max(last, record.time)
    bytes.append(UInt8(kind))
    Self.append(last, &bytes)
    Self.append(record.thread.rawValue, &bytes)
    Self.append(UInt64(fields.subscription ?? 0), &bytes)
    switch fields.kind.layout {
    case .beginning:
      let life = fields.subscription.flatMap { forest[$0] }
      Self.append(UInt64(life?.downstream?.number ?? 0), &bytes)
      Self.append(life?.role.kind.map { "\($0)" } ?? "unknown", &bytes)
      Self.append(life?.site.operatorName ?? "", &bytes)
      Self.append(life?.site.file ?? "", &bytes)
      Self.append(life?.site.line ?? 0, &bytes)
    case .event:
      Self.append(fields.event?.rawValue ?? 0, &bytes)
      Self.append(fields.cause?.rawValue ?? 0, &bytes)
      Self.append(fields.text ?? "", &bytes)
    case .other:
      Self.append(fields.owner ?? 0, &bytes)
      Self.append(fields.number ?? 0, &bytes)
      Self.append(fields.text ?? "", &bytes)
    }
  }

  mutating func finish(to bytes: inout [UInt8]) { begin(&bytes) }

  private mutating func begin(_ bytes: inout [UInt8]) {
    guard !hasBegun else { return }
    hasBegun = true
    Self.append(Self.magic, &bytes)
    Self.append(UInt32(0), &bytes)
  }

  private static func append(_ number: some FixedWidthInteger, _ bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }

  /// Up to the first zero, and a zero.
  private static func append(_ text: String, _ bytes: inout [UInt8]) {
    bytes += text.utf8.prefix { $0 != 0 }
    bytes.append(0)
  }
}

extension RecordKind {
  /// Which fields an event has besides its thread and subscription.
  fileprivate enum Layout { case beginning, event, other }

  fileprivate var layout: Layout {
    switch self {
    case .subscribed, .aliveBefore: .beginning
    case .named, .next, .error, .completed, .disposed, .released, .handleReleased, .dropped, .mark, .lost:
      .event
    default: .other
    }
  }
}

/// The description of a ``CommonTrace``.
struct CommonTraceMetadata {
  let exported: ExportedTrace

  var text: String {
    """
    /* CTF 1.8 */
    typealias integer { size = 8; align = 8; signed = false; } := uint8_t;
    typealias integer { size = 32; align = 8; signed = false; } := uint32_t;
    typealias integer { size = 64; align = 8; signed = false; } := uint64_t;

    trace {
      major = 1;
      minor = 8;
      byte_order = le;
      packet.header := struct { uint32_t magic; uint32_t stream_id; };
    };

    env {
      tracer_name = "rxtrace";
      hostname = \(Self.quoted(exported.host));
      program = \(Self.quoted(exported.trace.program));
      build_id = \(Self.quoted(exported.buildID));
      vpid = \(exported.trace.processID ?? 0);
    };

    clock {
      name = monotonic;
      freq = 1000000000;
      offset = \(exported.startedWallClock.since(exported.trace.forest.began));
    };

    stream {
      id = 0;
      event.header := struct {
        uint8_t id;
        integer { size = 64; align = 8; signed = false; map = clock.monotonic.value; } timestamp;
      };
    };

    \(CommonTrace.kinds.enumerated().map(event).joined(separator: "\n"))

    """
  }

  private func event(_ number: Int, _ kind: RecordKind) -> String {
    let rest =
      switch kind.layout {
      case .beginning: "uint64_t downstream; string role; string operator_name; string file; uint32_t line;"
      case .event: "uint64_t event_number; uint64_t cause; string text;"
      case .other: "uint64_t owner; uint64_t number; string text;"
      }
    return """
      event {
        name = "\(kind.word)"; id = \(number); stream_id = 0;
        fields := struct { uint32_t thread; uint64_t subscription; \(rest) };
      };
      """
  }

  /// A text as the metadata's language has it.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f: quoted += "?"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
