import ProcessInspection
import Synchronization
package import TraceFormat

/// The lines of places that a trace knows by their addresses: from the debug information of the program and
/// its libraries, by `llvm-symbolizer`, which comes with Swift.
///
/// The innermost call is chosen that stands in a file of the program's own. Where there is no line, the place
/// is called by module and offset.
package final class SourceLines: AddressResolver {
  /// Why there are no lines.
  package enum Trouble: Sendable {
    case noSymbolizer
    /// The program's file is another build than the one that was traced.
    case anotherBuild
  }

  private struct State {
    var known: [Site: Site] = [:]
    var symbolizer: Symbolizer?
    var hasLooked = false
    var files: [String: String?] = [:]
  }

  private let program: String
  private let buildID: [UInt8]
  private let searchPath: String?
  private let tell: @Sendable (Trouble) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - program: the path of the program's file.
  ///   - buildID: the build of the program that was traced. Where it is empty, the file is taken as it is.
  ///   - searchPath: the value of `PATH`.
  ///   - tell: is told once of each trouble.
  package init(
    program: String, buildID: [UInt8], searchPath: String?, tell: @escaping @Sendable (Trouble) -> Void
  ) {
    self.program = program
    self.buildID = buildID
    self.searchPath = searchPath
    self.tell = tell
  }

  package func resolved(_ site: Site) -> Site {
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
      state.symbolizer = Symbolizer(searchPath: searchPath)
      if state.symbolizer == nil { tell(.noSymbolizer) }
    }
    return state.symbolizer
  }

  /// The file that has the debug information of a module; nil where there is none of the program that was
  /// recorded.
  private func file(of module: String, _ state: inout State) -> String? {
    if let known = state.files[module] { return known }
    let found = module.hasPrefix("/") ? module : programFile()
    state.files[module] = .some(found)
    return found
  }

  private func programFile() -> String? {
    if buildID.isEmpty || BuildID.bytes(ofFile: program) == buildID { return program }
    if let file = BuildID.debugFile(buildID), BuildID.bytes(ofFile: file) == buildID { return file }
    tell(.anotherBuild)
    return nil
  }
}
