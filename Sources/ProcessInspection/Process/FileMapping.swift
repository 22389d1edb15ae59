/// A part of a file in a process's memory: one line of `/proc/PID/maps`.
package struct FileMapping: Hashable {
  package let path: String
  package let addresses: Range<UInt64>
  /// Where in the file it begins.
  package let offset: UInt64
  /// The file's number on its device: two files that had one name, one after the other, differ in it.
  package let inode: UInt64
  /// The device's numbers. Where one file system lies above another this is the lower one's.
  package let device: [UInt64]
  package let isExecutable: Bool
  /// Whether the process may write into a copy of its own.
  package let isPrivateAndWritable: Bool

  /// The mapped files of a `maps` file's text, in order. Other lines are passed over.
  package static func all(in text: [UInt8]) -> [FileMapping] {
    text.split(separator: UInt8(ascii: "\n")).compactMap(FileMapping.init)
  }

  /// A part that a core file lists: nothing tells of its device and number.
  init(
    path: String, addresses: Range<UInt64>, offset: UInt64, isExecutable: Bool, isPrivateAndWritable: Bool
  ) {
    self.path = path
    self.addresses = addresses
    self.offset = offset
    inode = 0
    device = []
    self.isExecutable = isExecutable
    self.isPrivateAndWritable = isPrivateAndWritable
  }

  /// A line is six fields, the last the path; in it a line's end is written `\012`.
  private init?(line: ArraySlice<UInt8>) {
    let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
    guard fields.count == 6 else { return nil }
    let path = String(decoding: fields[5].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
      .replacing(#"\012"#, with: "\n")
    let ends = fields[0].split(separator: UInt8(ascii: "-")).map(Self.hexadecimal)
    guard path.hasPrefix("/"), ends.count == 2, let start = ends[0], let end = ends[1], start < end,
      let offset = Self.hexadecimal(fields[2]), let inode = UInt64(String(decoding: fields[4], as: UTF8.self))
    else { return nil }
    self.path = path
    addresses = start..<end
    self.offset = offset
    self.inode = inode
    device = fields[3].split(separator: UInt8(ascii: ":")).compactMap(Self.hexadecimal)
    isExecutable = fields[1].dropFirst(2).first == UInt8(ascii: "x")
    isPrivateAndWritable = fields[1].starts(with: "rw".utf8) && fields[1].last == UInt8(ascii: "p")
  }

  /// Where the file's byte at `offset` is in memory, if it is in this part and the process may write it: the
  /// kernel raises semaphores nowhere else.
  package func address(ofWritable offset: UInt64) -> UInt64? {
    guard isPrivateAndWritable, offset >= self.offset,
      offset - self.offset < addresses.upperBound - addresses.lowerBound
    else {
      return nil
    }
    return addresses.lowerBound + (offset - self.offset)
  }

  private static func hexadecimal(_ text: ArraySlice<UInt8>) -> UInt64? {
    UInt64(String(decoding: text, as: UTF8.self), radix: 16)
  }
}
