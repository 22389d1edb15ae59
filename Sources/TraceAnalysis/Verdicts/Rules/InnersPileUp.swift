/// Inner signals become more and more.
enum InnersPileUp {
  static let description = RuleDescription(
    of: .innersPileUp, title: "inner signals pile up",
    claim: "A flattening operator begins one inner signal after the other, and none of them ends.",
    needs: """
      Several inner signals of one kind that are alive, and hardly one that was ended. None has ended by \
      itself.
      A flattening operator that is alive, and a source of it that goes on.
      A source of the inner signals that never ends, or many that are alive.
      If all were put away as the program ended, more are needed.
      """,
    excuses: """
      A list that was complete when its source ended.
      A set that has levelled off: no more were begun for a good part of the time.
      Inner signals of which one has ended by itself.
      """,
    thresholds: [
      .count("fewest alive", Facts.fewestStarts, "Two may be a change from one to the other."),
      .count(
        "most without an endless source", Facts.fewestHeld,
        "Where nothing says that the source never ends, more than so many are needed."),
      .count(
        "fewest put away at the end", Facts.fewestInnerPutAway,
        "They are put away as their operator is: so few may be its purpose."),
      .times(
        "alive for each that ended", Facts.livingForEachEnd,
        "One that was ended, among so many, does not speak against growth."),
    ],
    faulty: .program(
      "Faulty/wrong-flatten/CityPicker",
      "`flatMap` keeps the forecast of every city that was picked. `flatMapLatest` was meant."),
    healthy: .program(
      "Healthy/ContactList",
      "`flatMap` follows the presence of every contact in a list. The list is read once and complete."))
}
