import Foundation
import Testing
import TraceFixtures
import TraceFormat

/// The table of records, and the page that has it for people and for `tools/read-rxtrace`.
@Suite struct RecordTableTests {
  private struct Row: Equatable {
    let name: String
    let fields: String
  }

  /// The rows of FORMAT.md, by the number of their kind.
  private func page() throws -> [UInt8: Row] {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/TraceFormat/FORMAT.md")
    let text = try String(contentsOf: path, encoding: .utf8)
    let parts = text.components(separatedBy: "| kind | record | fields | meaning |\n")
    try #require(parts.count == 2)
    var rows: [UInt8: Row] = [:]
    for line in parts[1].components(separatedBy: "\n").prefix(while: { !$0.isEmpty }) {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count > 2, let number = UInt8(cells[0]) else { continue }
      rows[number] = Row(name: cells[1], fields: cells[2])
    }
    return rows
  }

  @Test func `the edition of the format follows from the newest kind`() {
    #expect(RecordKind.newest.rawValue == RecordKind.allCases.map(\.rawValue).max())
    #expect(RecordCounts.vocabulary == UInt32(RecordKind.allCases.count) - 29 + 1)
  }

  @Test func `FORMAT.md has the rows of the table, and no others`() throws {
    var rows = [
      RecordKind.siteTraits.rawValue: Row(name: "site traits", fields: "number `site`, number `traits`")
    ]
    for kind in RecordKind.events {
      let event = try #require(TraceEvent.blank(kind))
      let fields = event.fields.map { field in field.form + (field.label.map { " `\($0)`" } ?? "") }
      rows[kind.rawValue] = Row(name: kind.name, fields: fields.joined(separator: ", "))
    }
    let page = try page()
    for number in Set(rows.keys).union(page.keys).sorted() {
      #expect(page[number] == rows[number], "kind \(number)")
    }
  }

  @Test func `A blank is of its kind, and each kind has a word of its own`() throws {
    for kind in RecordKind.events { #expect(TraceEvent.blank(kind)?.kind == kind) }
    #expect(TraceEvent.blank(.siteTraits) == nil)
    #expect(Set(RecordKind.events.map(\.word)).count == RecordKind.events.count)
    #expect(RecordKind.joinedSource.word == "joined-source")
    #expect(RecordKind.joinedSource.name == "joined source")
    #expect(RecordKind.childAdded.word == "added" && RecordKind.workBegan.word == "began")
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `Any event is read as it was written`(seed: UInt64) throws {
    var events = RandomEvents(seed: seed)
    var records: [TraceRecord] = []
    for round in 0..<40 {
      for kind in RecordKind.events {
        let made = events.event(kind)
        let event = try #require(made)
        let (time, thread) = (1000 + UInt64(records.count), ThreadID(rawValue: UInt32(round % 3) + 1))
        records.append(TraceRecord(time: time, thread: thread, event: event))
      }
    }
    let read = try Recording(bytes: Samples.recording(records)).records.map { $0 }
    #expect(read.count == records.count)
    for (read, written) in zip(read, records) where read != written {
      Issue.record("\(written) is read as \(read)")
      break
    }
  }
}
