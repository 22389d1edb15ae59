internal import Glibc

extension Staging {
  /// The file at the place of a recording's staging file.
  struct Files {
    /// The one that belongs to the recording.
    private(set) var own: (path: String, source: ByteSource)?
    /// Whether there is any, its own or not.
    private(set) var isAny = false

    /// Looks beside the recording. It may have another name than the first where somebody had that one.
    ///
    /// No link is followed by its text: one that leads to where this recording's staging file is in memory
    /// says that the file is there, and nothing else.
    init(besides place: RecordingPlace) {
      guard let recording = try? place.recording() else { return }
      let identity = Self.identity(of: recording)
      // A file that is being brought out of memory is found at its new place the second time.
      for _ in 0..<2 where own == nil { look(besides: place, identity, recording.owner) }
    }

    private mutating func look(besides place: RecordingPlace, _ identity: [UInt8], _ owner: UInt32?) {
      let memory = place.memoryPath(of: identity)
      for name in StagingLayout.paths(of: place.path) {
        if let source = try? ByteSource(path: name, followingLink: false) {
          isAny = true
          if take(source, name, identity) { return }
        } else if let text = Self.link(at: name), StagingLayout.isInMemory(text) {
          isAny = true
          // The link's text is the path for the recording's own process.
          if text == StagingLayout.memoryPath(of: identity), let memory,
            takeMemory(memory, name, identity, owner)
          {
            return
          }
        }
      }
      // Its recording may have another name by now, and no link beside it.
      if let memory { _ = takeMemory(memory, memory, identity, owner) }
    }

    /// Anybody may put a file into memory: it has to be the recording's owner's, or the reader's own.
    private mutating func takeMemory(
      _ path: String, _ name: String, _ identity: [UInt8], _ owner: UInt32?
    ) -> Bool {
      guard let source = try? ByteSource(path: path, followingLink: false),
        source.owner == owner || source.owner == geteuid()
      else { return false }
      return take(source, name, identity)
    }

    private mutating func take(_ source: ByteSource, _ name: String, _ identity: [UInt8]) -> Bool {
      guard !identity.isEmpty,
        source.bytes(at: UInt64(StagingLayout.Head.identity), count: identity.count) == identity
      else { return false }
      own = (name, source)
      isAny = true
      return true
    }

    /// Empty where the header is damaged.
    private static func identity(of recording: ByteSource) -> [UInt8] {
      for size in [1 << 16, RecordingHeader.maximumSize] {
        let start = recording.bytes(at: 0, count: Int(min(recording.length, UInt64(size))))
        let identity = RecordingHeader.identity(in: start)
        if !identity.isEmpty || start.count < size { return identity }
      }
      return []
    }

    private static func link(at path: String) -> String? {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
        let count = readlink(path, buffer.baseAddress!, buffer.count)
        guard count > 0 else { return nil }
        return String(
          decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]), as: UTF8.self)
      }
    }
  }
}
