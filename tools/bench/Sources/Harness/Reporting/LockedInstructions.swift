/// The places of the instructions in programs and libraries that lock memory: instructions with the prefix, and `xchg`
/// with memory, which needs no prefix.
final class LockedInstructions {
  private var known: [String: Set<UInt64>] = [:]

  /// The addresses in a program or library, as its own symbols have them. None where there is no file.
  func addresses(in object: String) throws(SubprocessFailure) -> Set<UInt64> {
    if let addresses = known[object] { return addresses }
    let listing = try output(
      of: "sh",
      [
        "-c",
        "objdump --disassemble --no-show-raw-insn \"$1\" | grep -E '[[:space:]](lock|xchg) '; true", "sh",
        object,
      ], quiet: true)
    let addresses = Self.addresses(listing: listing)
    known[object] = addresses
    return addresses
  }

  /// The addresses in a listing of objdump's.
  static func addresses(listing: String) -> Set<UInt64> {
    var addresses: Set<UInt64> = []
    for line in listing.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let address = UInt64(parts[0].drop { $0 == " " }, radix: 16) else { continue }
      let words = parts[1].split { $0 == " " || $0 == "\t" }
      let isLocked = words.first == "lock" || (words.first == "xchg" && parts[1].contains("("))
      if isLocked { addresses.insert(address) }
    }
    return addresses
  }
}
