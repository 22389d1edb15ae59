package import TraceFormat

/// The advised change of a leak, for a program that edits sources.
package struct LeakAdvice: Sendable, Hashable {
  /// A call, and the part that it has in the change.
  package struct Call: Sendable, Hashable {
    package let part: Leak.Hint.Part
    package let site: Site
  }

  /// A stable name of the change. It is the name of the hint, unless the hint has several changes.
  package let kind: String
  /// The call to change first, then the other one, where there is one.
  package let calls: [Call]
}

extension LeakWords {
  /// The advised change, as `hint(for:)` says it in a sentence.
  package func advice(for leak: Leak) -> LeakAdvice {
    let hint = leak.hint
    let calls = [LeakAdvice.Call(part: hint.part, site: hint.site)]
    return LeakAdvice(
      kind: hint.change?(HintWords(leak, self)) ?? hint.name,
      calls: calls + (hint.other.map { [LeakAdvice.Call(part: hint.otherPart, site: $0)] } ?? []))
  }
}
