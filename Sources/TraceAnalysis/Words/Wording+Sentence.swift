import TraceFormat

extension Wording {
  /// The sentence with its numbers; what the traced program said is kept short.
  package func text(of sentence: Sentence, _ places: Places) -> String {
    sentence.parts.map { part in
      switch part {
      case .text(let text): text
      case .count(let count): String(count)
      case .duration(let nanoseconds): TimeUnit(for: nanoseconds).named(nanoseconds)
      case .quoted(let text): text.shortened(to: 60)
      case .life(let number): "#\(trace.forest.printed(number))"
      case .site(let site):
        site.operatorName.shortened(to: 40) + " " + places.shortText(site, limit: 48)
      case .place(let site): places.text(site)
      case .moment(let time): moment(time) + " " + unit.name
      }
    }.joined()
  }
}
