/// What a line of a log says.
struct Entry: Hashable, Sendable {
  /// Since the beginning of 1970 as far as the log says so; a local time counts as universal.
  let time: Duration
  /// The time as people read it.
  let stamp: String
  /// Who says it: a package, a program, an author.
  let source: String
  /// What it says, at most 160 bytes of it.
  let message: String
  /// The message speaks of an error.
  let isTrouble: Bool
}
