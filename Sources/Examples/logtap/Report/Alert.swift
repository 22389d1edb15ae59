/// A fact that is worth being told at once.
enum Alert: Hashable, Sendable {
  /// An entry that speaks of an error.
  case trouble(Entry)
  /// Many entries of one source in ten seconds.
  case burst(source: String, entries: Int, stamp: String)
  /// A session that does not end.
  case long(source: String, age: Duration, stamp: String)
}

extension Alert: CustomStringConvertible {
  var description: String {
    switch self {
    case .trouble(let entry): "\(entry.stamp)  \(entry.source)  says: \(entry.message)"
    case .burst(let source, let entries, let stamp): "\(stamp)  \(source)  burst: \(entries) entries in 10 s"
    case .long(let source, let age, let stamp): "\(stamp)  \(source)  in one session for \(age.text)"
    }
  }
}
