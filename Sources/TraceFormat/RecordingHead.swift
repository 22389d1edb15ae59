/// The header of a recording, and whether it has ended, for readers that need none of its records. It takes
/// two short reads, however long the recording is.
package struct RecordingHead: Sendable {
  /// Nil where it is damaged.
  package let header: RecordingHeader?
  /// Whether the file ends as one does that was ended in an orderly way.
  package let isSealed: Bool

  package init(path: String) throws(TraceFormatError) { try self.init(RecordingPlace(path)) }

  package init(_ place: RecordingPlace) throws(TraceFormatError) {
    let source = try place.recording()
    header = try Self.header(of: source, path: place.name)?.header
    let end = UInt64(ChunkIndex.trailerMagic.count)
    isSealed =
      source.length >= end
      && source.bytes(at: source.length - end, count: Int(end)) == ChunkIndex.trailerMagic
  }

  /// The header and its length; nil where it is damaged.
  static func header(
    of source: ByteSource, path: String
  ) throws(TraceFormatError) -> (header: RecordingHeader, length: Int)? {
    guard source.length > 0 else { throw .empty(path: path) }
    let start = source.bytes(at: 0, count: Int(min(source.length, UInt64(RecordingHeader.maximumSize))))
    switch start.withUnsafeBytes(RecordingHeader.decode) {
    case .foreign: throw .notARecording(path: path)
    case .newer(let version):
      throw .newerVersion(path: path, found: version, supported: RecordingHeader.supportedMajor)
    case .cut: throw .cutHeader(path: path, length: source.length)
    case .damaged: return nil
    case .whole(let header, let length): return (header, length)
    }
  }
}
