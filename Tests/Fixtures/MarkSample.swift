package import TraceFormat

/// A recording, and marks that somebody made in it from outside.
package enum MarkSample {
  package static let identity: [UInt8] = (1...16).map { $0 }
  package static let otherIdentity = [UInt8](repeating: 7, count: 16)

  package static let header: RecordingHeader = {
    var header = RecordingHeader()
    header.identity = identity
    header.startedMonotonic = Feedd.began
    return header
  }()

  /// The quote server's. It is sealed, but nobody says when: its end is its last record.
  package static let recording: [UInt8] = {
    var writer = RecordingWriter(header: header)
    for record in Feedd.records() { writer.append(record) }
    return writer.finish()
  }()

  /// A line of this recording, or of another.
  package static func line(
    _ text: String, at time: UInt64, of identity: [UInt8] = identity
  ) -> [UInt8] {
    MarkLine(text, at: time, of: identity).bytes
  }

  package static let marks: [UInt8] =
    line("deploy", at: Feedd.began + 5) + line("of an older one", at: Feedd.began + 6, of: otherIdentity)
    + line("a \\ b\n\u{1b}[2J é", at: Feedd.began + 7)
}
