import Symbolization
import Synchronization
import TraceFormat

extension Recording {
  /// The same, with lines for places that it knows by their addresses.
  func withSourceLines() -> Recording {
    var recording = self
    recording.addresses = KnownLines.lines(of: header)
    return recording
  }
}

/// A recording may be opened again and again: its program is read once.
private enum KnownLines {
  private struct Key: Hashable {
    let program: String
    let buildID: [UInt8]
  }

  private static let all = Mutex<[Key: SourceLines]>([:])

  static func lines(of header: RecordingHeader) -> SourceLines {
    let key = Key(program: header.program, buildID: header.buildID)
    return all.withLock { all in
      if let known = all[key] { return known }
      let lines = SourceLines(
        program: key.program, buildID: key.buildID, searchPath: Environment.current["PATH"]
      ) { trouble in
        switch trouble {
        case .noSymbolizer:
          Output.note("the lines of tasks need llvm-symbolizer, which comes with Swift: put it into PATH")
        case .anotherBuild:
          Output.note(
            "\(key.program.visible) is another build than the one that was recorded: tasks have no lines")
        }
      }
      all[key] = lines
      return lines
    }
  }
}
