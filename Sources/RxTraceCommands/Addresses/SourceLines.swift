import Glibc
import ProcessInspection
import Synchronization
import TraceFormat

/// The lines of places that a recording knows by their addresses: from the debug information of the program and its
/// libraries, by `llvm-symbolizer`, which comes with Swift.
///
/// The innermost call is chosen that stands in a file of the program's own. Where there is no line, the place is called by
/// module and offset.
final class SourceLines: AddressResolver {
  private struct State {
    var known: [Site: Site] = [:]
    var symbolizer: Symbolizer?
    var hasLooked = false
    var files: [String: String?] = [:]
  }

  private let program: String
  private let buildID: [UInt8]
  private let state = Mutex(State())

  private init(_ header: RecordingHeader) {
    program = header.program
    buildID = header.buildID
  }

  private struct Key: Hashable {
    let program: String
    let buildID: [UInt8]
  }

  /// A recording may be opened again and again: its program is read once.
  private static let all = Mutex<[Key: SourceLines]>([:])

  fileprivate static func lines(of header: RecordingHeader) -> SourceLines {
    let key = Key(program: header.program, buildID: header.buildID)
    return all.withLock { all in
      if let known = all[key] { return known }
      let lines = SourceLines(header)
      all[key] = lines
      return lines
    }
  }

  func resolved(_ site: Site) -> Site {
    state.withLock { state in
      if let known = state.known[site] { return known }
      let found = resolved(site, &state)
      state.known[site] = found
      return found
    }
  }

  private func resolved(_ site: Site, _ state: inout State) -> Site {
    let addresses = site.addresses
    var lines: [SourceLine] = []
    for address in addresses {
      guard !Self.isOfSystem(address.module), let file = file(of: address.module, &state),
        let symbolizer = symbolizer(&state)
      else { continue }
      lines += symbolizer.lines(of: address.offset, in: file)
      if lines.contains(where: \.isOfProgram) { break }
    }
    let line =
      lines.first(where: \.isOfProgram) ?? lines.first(where: \.isKnown) ?? lines.first(where: \.hasFile)
    guard let line else {
      let name = addresses.first.map { "\($0.module)+0x\(String($0.offset, radix: 16))" } ?? "?"
      return Site(operatorName: site.operatorName, file: name, line: 0, traits: site.traits)
    }
    return Site(
      operatorName: site.operatorName, file: line.fileID(inProgram: program), line: line.line,
      traits: site.traits)
  }

  /// The C library and its like make no tasks, but begin threads and `main`.
  private static func isOfSystem(_ module: String) -> Bool {
    ["/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"].contains { module.hasPrefix($0) }
  }

  private func symbolizer(_ state: inout State) -> Symbolizer? {
    if !state.hasLooked {
      state.hasLooked = true
      state.symbolizer = Symbolizer()
      if state.symbolizer == nil {
        Output.note("the lines of tasks need llvm-symbolizer, which comes with Swift: put it into PATH")
      }
    }
    return state.symbolizer
  }

  /// The file that has the debug information of a module; nil where there is none of the program that was recorded.
  private func file(of module: String, _ state: inout State) -> String? {
    if let known = state.files[module] { return known }
    let found = module.hasPrefix("/") ? module : programFile()
    state.files[module] = .some(found)
    return found
  }

  private func programFile() -> String? {
    if buildID.isEmpty || BuildID.bytes(ofFile: program) == buildID { return program }
    if let file = BuildID.debugFile(buildID), BuildID.bytes(ofFile: file) == buildID { return file }
    Output.note("\(program.visible) is another build than the one that was recorded: tasks have no lines")
    return nil
  }
}

extension Recording {
  /// The same, with lines for places that it knows by their addresses.
  func withSourceLines() -> Recording {
    var recording = self
    recording.addresses = SourceLines.lines(of: header)
    return recording
  }
}
