extension Leak {
  /// The reasons for this leak, in the instance that ``path`` shows: a sentence for each piece of evidence.
  public var sentences: [Sentence] { evidence.compactMap { $0.sentence } }
}
