import TraceFormat

extension Recording {
  /// The recorded program's name without folders; the file's where the header does not tell.
  var programName: String {
    let whole = header.program.isEmpty ? path : header.program
    return whole.split(separator: "/").last.map(String.init) ?? whole
  }
}
