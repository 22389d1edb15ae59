/// The text of source files, for excerpts beside a leak.
package protocol SourceText: Sendable {
  /// Where `Module/File.swift` is, from the folder of the sources; nil where that is not sure, or not there.
  func path(of file: String) -> String?

  /// The lines of `Module/File.swift` with these numbers, from 1, as far as the file has them.
  ///
  /// - Parameter built: when the program was there at the latest, in seconds of the wall clock. A file that
  ///   was changed since is another text than the program was built from. Nil where that is not known.
  func lines(_ numbers: ClosedRange<Int>, of file: String, built: Int?) -> SourceLookup
}

/// The answer of a look at a source file.
package enum SourceLookup: Sendable, Hashable {
  /// The lines, from the first number that was asked for.
  case lines([String])
  /// No sources are looked for, no file or several files have the name, or the file lacks the lines.
  case missing
  /// The file was changed after the program was there.
  case changed
}
