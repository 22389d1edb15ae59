/// Why there is no patch, in one sentence.
package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
  package let sentence: String

  init(_ sentence: String) { self.sentence = sentence }

  package var description: String { sentence }
}
