/// The GNU build-id of a file: the name that the linker gave to its content.
package enum BuildID {
  /// Empty where the file has none, or cannot be read.
  package static func bytes(ofFile path: String) -> [UInt8] {
    do {
      let file = try ELFFile(path: path)
      guard let section = file.section(".note.gnu.build-id"), let note = file.contents(of: section) else {
        return []
      }
      return note.count > header ? Array(note[header...]) : []
    } catch {
      return []
    }
  }

  /// Three numbers and the name `GNU`.
  private static let header = 16

  /// Where distributions keep the debug information of a file with this build-id.
  package static func debugFile(_ buildID: [UInt8]) -> String? {
    guard buildID.count > 1 else { return nil }
    let digits = buildID.map { byte in
      let text = String(byte, radix: 16)
      return byte < 16 ? "0" + text : text
    }
    return "/usr/lib/debug/.build-id/\(digits[0])/\(digits[1...].joined()).debug"
  }
}
