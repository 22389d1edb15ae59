/// The words of the command line that were not used yet.
struct Arguments {
  private var words: [String]

  init(_ words: [String]) { self.words = words }

  /// The next word, if there is one.
  mutating func next() -> String? { words.isEmpty ? nil : words.removeFirst() }

  mutating func word(_ what: String) throws(Usage) -> String {
    guard let word = next() else { throw Usage("\(what) is missing") }
    return word
  }

  mutating func number(_ what: String) throws(Usage) -> Int {
    let word = try word(what)
    guard let number = Int(word), number >= 0 else { throw Usage("\(what): '\(word)' is not a number") }
    return number
  }

  mutating func contestant(_ contestants: [Contestant]) throws(Usage) -> Contestant {
    let name = try word("LIBRARY")
    guard let contestant = contestants.first(where: { $0.name == name }) else {
      throw Usage("there is no library '\(name)'")
    }
    return contestant
  }

  /// Takes an option's number out of the words: `--rounds 7`.
  mutating func option(_ name: String, default fallback: Int) throws(Usage) -> Int {
    guard let index = words.firstIndex(of: name) else { return fallback }
    words.remove(at: index)
    guard index < words.count, let number = Int(words[index]), number > 0 else {
      throw Usage("\(name) needs a number")
    }
    words.remove(at: index)
    return number
  }

  /// Takes a word out of the words; false if it was not there.
  mutating func flag(_ name: String) -> Bool {
    guard let index = words.firstIndex(of: name) else { return false }
    words.remove(at: index)
    return true
  }

  /// The rows whose names are, or contain, one of the words that are left; all rows if none is.
  func rows() throws(Usage) -> [Row] {
    if let word = words.first(where: { $0.hasPrefix("--") }) { throw Usage("there is no option '\(word)'") }
    let rows = Row.all.filter(includes)
    guard !rows.isEmpty else { throw Usage("no row is called \(words.joined(separator: " or "))") }
    return rows
  }

  func includes(_ row: Row) -> Bool {
    words.isEmpty
      || words.contains { word in
        Row.named(word) == nil ? row.name.contains(word) : row.name == word
      }
  }
}
