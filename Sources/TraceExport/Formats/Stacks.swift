import TraceAnalysis
import TraceFormat

/// How many values each way from a root to a source has brought.
struct SourceStacks {
  struct Frame: Hashable {
    let name: String
    let file: String
    let line: UInt32
  }

  /// From root to source, in the order of the first life.
  private(set) var stacks: [(frames: [Frame], values: UInt64)] = []

  init(_ exported: ExportedTrace) {
    let trace = exported.trace
    var indices: [[Frame]: Int] = [:]
    for life in trace.forest.lives where life.isSource && life.values > 0 && trace.isSelected(life.number) {
      let frames = life.pathToRoot.reversed().map {
        Frame(name: $0.name, file: $0.site.file, line: $0.site.line)
      }
      if let index = indices[frames] {
        stacks[index].values += life.values
      } else {
        indices[frames] = stacks.count
        stacks.append((frames, life.values))
      }
    }
  }
}

/// `subscribe Session.swift:47;map Api.swift:60 35`: a line a stack, for flame graphs.
struct CollapsedStacks: Exporter {
  private let exported: ExportedTrace

  init(_ exported: ExportedTrace) { self.exported = exported }

  func add(_ record: TraceRecord, to bytes: inout [UInt8]) {}

  func finish(to bytes: inout [UInt8]) {
    for (frames, values) in SourceStacks(exported).stacks {
      bytes += frames.map(Self.text).joined(separator: ";").utf8
      bytes += " \(values)\n".utf8
    }
  }

  /// Characters that separate frames and lines have no place in one.
  private static func text(_ frame: SourceStacks.Frame) -> String {
    let text = "\(frame.name) \(frame.file):\(frame.line)"
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0 == ";" || $0.value < 0x20 || $0.value == 0x7f ? "_" : $0 }))
  }
}

/// The same stacks in speedscope's form.
struct Speedscope: Exporter {
  private let exported: ExportedTrace

  init(_ exported: ExportedTrace) { self.exported = exported }

  func add(_ record: TraceRecord, to bytes: inout [UInt8]) {}

  func finish(to bytes: inout [UInt8]) {
    var indices: [SourceStacks.Frame: Int] = [:]
    var frames: [JSON] = []
    let stacks = SourceStacks(exported).stacks
    let samples = stacks.map { stack in
      JSON.numbers(
        stack.frames.map { frame in
          if let index = indices[frame] { return index }
          indices[frame] = frames.count
          frames.append(
            .object([
              ("name", .text(frame.name)), ("file", .text(frame.file)), ("line", .number(UInt64(frame.line))),
            ]))
          return frames.count - 1
        })
    }
    let total = stacks.reduce(UInt64(0)) { $0 &+ $1.values }
    let profile = JSON.object([
      ("type", "sampled"), ("name", .text("values by source")), ("unit", "none"), ("startValue", .number(0)),
      ("endValue", .number(total)), ("samples", .list(samples)),
      ("weights", .list(stacks.map { .number($0.values) })),
    ])
    let file = JSON.object([
      ("$schema", "https://www.speedscope.app/file-format-schema.json"),
      ("name", .text(exported.trace.program)), ("exporter", "rxtrace"),
      ("shared", .object([("frames", .list(frames))])), ("profiles", .list([profile])),
    ])
    bytes += file.description.utf8
    bytes += "\n".utf8
  }
}
