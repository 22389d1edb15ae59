import CSignalProbes
import Glibc
import TraceFormat

/// The names and sites that the current chunk has defined already, by the addresses of their static strings.
///
/// A table of fixed size. A newer entry may replace an older one; a replaced name is defined once more.
struct NameCache {
  private struct Name {
    var address: UInt
    var chunk: UInt32
    var number: UInt32
  }

  private struct Entry {
    var name: UInt
    var file: UInt
    var line: UInt32
    var chunk: UInt32
    var number: UInt32
  }

  private static let places = 64
  /// The memory of a cache; zeros at first.
  static let size = places * (MemoryLayout<Name>.stride + MemoryLayout<Entry>.stride)
  /// Longer names are cut.
  static let longestName = 1024
  /// The most bytes of a site's definition.
  static let roomForSite = 2 * longestName + RecordEncoder.maximumFixedSize
  static let roomForName = longestName + RecordEncoder.maximumFixedSize

  private let names: UnsafeMutablePointer<Name>
  private let sites: UnsafeMutablePointer<Entry>
  private var chunk: UInt32 = 0
  private var nameCount: UInt32 = 0
  private var siteCount: UInt32 = 0

  init(_ memory: UnsafeMutableRawPointer) {
    names = memory.bindMemory(to: Name.self, capacity: Self.places)
    sites = UnsafeMutableRawPointer(names + Self.places).bindMemory(to: Entry.self, capacity: Self.places)
  }

  /// A new chunk has begun, which defines nothing yet.
  mutating func forget() {
    chunk &+= 1
    if chunk == 0 { chunk = 1 }
    nameCount = 0
    siteCount = 0
  }

  /// Returns the site's number if it was defined here.
  mutating func put(place: StaticPlace, _ encoder: inout RecordEncoder) -> UInt32? {
    let (name, file) = (UInt(bitPattern: place.name), UInt(bitPattern: place.file))
    let line = place.lineWord
    let entry = sites + Self.place(name ^ file &* 31 ^ UInt(line) &* 0x9e37_79b9)
    if entry.pointee.chunk == chunk, entry.pointee.name == name, entry.pointee.file == file,
      entry.pointee.line == line
    {
      encoder.varint(UInt64(entry.pointee.number))
      return nil
    }
    let number = siteCount
    encoder.varint(UInt64(number))
    entry.pointee = Entry(name: name, file: file, line: line, chunk: chunk, number: number)
    siteCount &+= 1
    put(name: place.name, &encoder)
    put(name: place.file, &encoder)
    encoder.varint(UInt64(line & 0xff_ffff))
    return number
  }

  mutating func put(name: UnsafePointer<CChar>, _ encoder: inout RecordEncoder) {
    let address = UInt(bitPattern: name)
    let entry = names + Self.place(address)
    if entry.pointee.chunk == chunk, entry.pointee.address == address {
      encoder.varint(UInt64(entry.pointee.number))
      return
    }
    encoder.varint(UInt64(nameCount))
    entry.pointee = Name(address: address, chunk: chunk, number: nameCount)
    nameCount &+= 1
    encoder.put(text: UnsafeRawBufferPointer(start: name, count: strnlen(name, Self.longestName)))
  }

  private static func place(_ key: UInt) -> Int {
    Int(truncatingIfNeeded: (UInt64(key) &* 0x9e37_79b9_7f4a_7c15) >> 58)
  }
}
