/// The symbols of a program or a library that somebody asks for by their names.
package struct ELFSymbols {
  private struct Symbol {
    let address: UInt64
    /// The first bytes of its content in the file.
    let bytes: [UInt8]
  }

  private let symbols: [String: Symbol]
  private let layout: ELFLayout?

  /// Symbols of no such name are missing. All are, where the file cannot be read.
  package init(_ names: Set<String>, ofFile path: String) {
    let file: ELFFile
    do {
      file = try ELFFile(path: path)
    } catch {
      (symbols, layout) = ([:], nil)
      return
    }
    layout = file.layout
    var found: [String: Symbol] = [:]
    for table in file.sections where table.name == ".symtab" || table.name == ".dynsym" {
      guard table.link < file.sections.count, let symbols = file.contents(of: table),
        let texts = file.contents(of: file.sections[table.link])
      else { continue }
      Self.look(for: names, in: symbols, texts, file) { found[$0] = $1 }
      if found.count == names.count { break }
    }
    symbols = found
  }

  /// Where it is, as the file counts; nil where there is none.
  package func address(_ name: String) -> UInt64? { symbols[name]?.address }

  /// The number that the file has at the symbol. It is nil if there is none, or if the symbol is smaller.
  package func number(_ name: String, size: Int) -> UInt64? {
    symbols[name].flatMap { layout?.number(in: $0.bytes, at: 0, size: size) }
  }

  /// A name and an address are found in each entry of a table.
  private static func look(
    for names: Set<String>, in symbols: [UInt8], _ texts: [UInt8], _ file: borrowing ELFFile,
    _ found: (String, Symbol) -> Void
  ) {
    let layout = file.layout
    let isWide = layout.addressSize == 8
    let longest = names.map(\.utf8.count).max() ?? 0
    // Most names differ in their lengths or first bytes: a name is made of the few that do not.
    let wanted = Set(names.map { $0.utf8.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } })
    for start in stride(from: 0, to: symbols.count, by: isWide ? 24 : 16) {
      guard let offset = layout.number(in: symbols, at: start, size: 4),
        let address = layout.address(in: symbols, at: start + (isWide ? 8 : 4)), address != 0,
        offset < UInt64(texts.count)
      else { continue }
      let beginning = texts[Int(offset)...].prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      guard wanted.contains(beginning),
        let name = texts.terminatedText(at: Int(offset), limit: longest + 1)?.text, names.contains(name)
      else { continue }
      var bytes: [UInt8] = []
      if let place = file.offset(ofAddress: address) { bytes = file.bytes(at: place, count: 8) ?? [] }
      found(name, Symbol(address: address, bytes: bytes))
    }
  }
}
