/// Where things lie in a staging file: a page about the file, then one slot for each thread that records.
///
/// A slot holds two streams. Each has two descriptors, one of which is in force, and one word that publishes:
/// the chunk's sequence in its high half, the bytes of whole records in its low half. One store of that word
/// makes a record part of the recording, or ends a chunk and begins the next.
package enum StagingLayout {
  package static let magic: [UInt8] = [0x89, 0x52, 0x58, 0x53, 0x0d, 0x0a, 0x1a, 0x0a]
  package static let headSize = 4096

  package enum Head {
    package static let major = 8
    package static let slotSize = 12
    package static let identity = 16
    /// Records lost by threads that have no slot to count them in.
    package static let lostElsewhere = 32
    package static let lifecycleOffset = 40
    package static let lifecycleSize = 44
    package static let valuesOffset = 48
    package static let valuesSize = 52
    /// How many slots the file has; 0 where that is not known.
    package static let slotCount = 56
    /// Ticks from which on records may be missing, an unknown number of them; 0 for none.
    package static let unsafeSince = 64
    /// The number from which each slot's canary is made; 0 for none.
    package static let canary = 72
    /// The folder of the recording: its device and its number there, by which it is known again; 0 for
    /// unknown.
    package static let folderDevice = 80
    package static let folderNumber = 88
    /// How many bytes the recording's path has, as it was made: it follows.
    package static let pathLength = 96
    package static let path = 100
  }

  package enum Slot {
    /// 0 while nobody has the slot.
    package static let thread = 0
    package static let clock = 4
    /// The file's canary plus the slot's number, as long as nobody has copied something over the file.
    package static let canary = 8
    package static let lifecycle = 64
    package static let values = 320
    package static let headSize = 512
  }

  package enum Stream {
    package static let published = 0
    /// Records of this stream that could not be staged, ever.
    package static let unstaged = 8
    /// How many readings of both clocks were taken; the newest lies at the count's parity.
    package static let readingCount = 16
    package static let readings = 24
    package static let readingSize = 16
    package static let descriptors = 64
    package static let descriptorSize = 48
    package static let size = 160
  }

  package enum Descriptor {
    package static let before = 0
    package static let lost = 8
    package static let unstaged = 16
    package static let openedTicks = 24
    package static let openedMonotonic = 32
  }

  /// `NAME.rxtrace.stage` beside `NAME.rxtrace`, and the names that are taken where somebody else has that
  /// one.
  package static func paths(of recording: String) -> [String] {
    [recording + ".stage"] + (2...9).map { "\(recording).stage.\($0)" }
  }

  /// The folder for staging files in memory, and what the names of these begin with.
  package static let memory = (folder: "/dev/shm", prefix: "rxtrace-", suffix: ".stage")

  /// Where in memory the staging file of a recording lies, if it does; nil for what is no recording's
  /// identity.
  package static func memoryPath(of identity: [UInt8]) -> String? {
    guard identity.count == 16 else { return nil }
    let name = identity.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    return "\(memory.folder)/\(memory.prefix)\(name)\(memory.suffix)"
  }

  /// Whether it is the path of a staging file in memory, of whatever recording.
  package static func isInMemory(_ path: String) -> Bool {
    let start = "\(memory.folder)/\(memory.prefix)"
    guard path.hasPrefix(start), path.hasSuffix(memory.suffix) else { return false }
    let name = path.utf8.dropFirst(start.utf8.count).dropLast(memory.suffix.utf8.count)
    return name.count == 32 && name.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
