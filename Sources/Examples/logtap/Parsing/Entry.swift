/// The content of a line of a log.
struct Entry: Hashable, Sendable {
  /// Since the beginning of 1970 as far as the log says so; a local time counts as universal.
  let time: Duration
  /// The time as people read it.
  let stamp: String
  /// Its source: a package, a program, an author.
  let source: String
  /// Its text, at most 160 bytes.
  let message: String
  /// The message speaks of an error.
  let isTrouble: Bool
}
