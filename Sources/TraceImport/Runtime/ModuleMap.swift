import TraceFormat

/// A line of `/proc/PID/maps`: where a file lies in the memory of the process.
struct ModuleMapping: Hashable {
  let begin, end, offset: UInt64
  let path: String

  /// `55d5c0a00000-55d5c0a1c000 r-xp 00001000 08:01 1313 /srv/app`; nil for any other line.
  init?(_ line: ArraySlice<UInt8>) {
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 5, omittingEmptySubsequences: true)
    guard words.count == 6, words[1].count == 4, words[3].contains(UInt8(ascii: ":")) else { return nil }
    let ends = words[0].split(separator: UInt8(ascii: "-"))
    let path = words[5].drop { $0 == UInt8(ascii: " ") }
    guard ends.count == 2, path.first == UInt8(ascii: "/"), let begin = Self.number(ends[0]),
      let end = Self.number(ends[1]), begin < end, let offset = Self.number(words[2])
    else { return nil }
    (self.begin, self.end, self.offset) = (begin, end, offset)
    self.path = String(decoding: path, as: UTF8.self)
  }

  private static func number(_ text: ArraySlice<UInt8>) -> UInt64? {
    UInt64(String(decoding: text, as: UTF8.self), radix: 16)
  }
}

/// The files of a process, by address.
struct ModuleMap {
  private var mappings: [ModuleMapping] = []
  /// Where each file's first byte lies.
  private var beginnings: [String: UInt64] = [:]
  /// No process of ours has so many.
  private static let most = 1 << 16
  /// A program that is always loaded at the same place has its addresses in the file.
  private static let lowest: UInt64 = 1 << 28

  /// The program: the first file in the map.
  private(set) var program: String?

  mutating func add(_ mapping: ModuleMapping) {
    guard mappings.count < Self.most else { return }
    program = program ?? mapping.path
    mappings.append(mapping)
    if mapping.offset == 0, beginnings[mapping.path] == nil { beginnings[mapping.path] = mapping.begin }
  }

  /// The file of an address, and the address as the file itself counts.
  func place(of address: UInt64) -> CodeAddress? {
    guard let mapping = mappings.first(where: { $0.begin <= address && address < $0.end }) else { return nil }
    let beginning = beginnings[mapping.path] ?? mapping.begin &- mapping.offset
    let isFixed = beginning < Self.lowest && mapping.path == program
    return CodeAddress(module: mapping.path, offset: isFixed ? address : address &- beginning)
  }

  /// The calls of a place as a site's file has them: the program's own between the first functions of the
  /// runtime and the next.
  ///
  /// - Parameter areReturns: an address is behind the call, and not that of a function.
  func file(of addresses: [UInt64], areReturns: Bool) -> String {
    var words: [String] = []
    for address in addresses {
      guard let place = place(of: areReturns ? address &- 1 : address) else {
        if words.isEmpty { continue }
        break
      }
      if Self.isRuntime(place.module) {
        if words.isEmpty { continue }
        break
      }
      words.append("\(place.module)+0x\(String(place.offset, radix: 16))")
      if words.count == Self.calls { break }
    }
    return words.isEmpty ? "?" : "@" + words.joined(separator: " ")
  }

  /// The number of calls that are kept of a place.
  private static let calls = 4

  static func isRuntime(_ module: String) -> Bool {
    module.hasSuffix("/libswift_Concurrency.so") || module.hasSuffix("/libswiftCore.so")
  }
}
