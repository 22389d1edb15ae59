import ArgumentParser

/// How many of something an answer has at most.
enum Count {
  /// Throws for less than one.
  static func check(_ most: Int?, of noun: String) throws {
    if let most, most < 1 { throw ValidationError("--max takes a number of \(noun), from 1.") }
  }
}
