/// Some of a kind stay.
enum LeftBehind {
  static let description = RuleDescription(
    of: .leftBehind, title: "left behind by others of its kind",
    claim: """
      Others of its kind have ended, younger ones among them, and this one has lived on for far longer.
      """,
    needs: """
      Several of a kind that have ended, begun at different moments, and several that live and are far \
      older than the ended ones became.
      A reason to think that nobody will end them: their handles were let go, each has an owner of its \
      own, or they came in turn with the ended ones.
      Or all of a kind ended soon for a while, and from some moment on none has.
      Or a question without an answer: it has sent nothing, others of its kind ended by themselves, and \
      its source is no clock and no subject.
      Or some had sent nothing when the program put them away at its end, in turn with others that had \
      values and ended.
      It is always a suspect.
      """,
    excuses: """
      A subscription that ends by itself, or that waits for a single value of a clock.
      A stop signal that is still to come, where nothing but the age speaks for the verdict.
      A subject that goes on to send and that none of the kind has left: its matter is still there.
      Regulars among guests: the living ones have another thread or another sort of owner than the ended \
      ones.
      The newest of a kind: no younger one has ended.
      """,
    thresholds: [
      .count("fewest moments", Facts.fewestLeft, "The kind was begun at so many different moments."),
      .count(
        "fewest turns", Facts.fewestTurns,
        "So often one stayed after others had ended: it is left behind by a rule."),
      .count(
        "fewest since", Facts.fewestSince,
        "Where all ended until some moment, and none since: so many in a row are no chance."),
      .count(
        "fewest without a value", Facts.fewestUnanswered,
        "So many that one owner holds, and that have sent nothing, count as left behind."),
      .count(
        "fewest answered", Facts.fewestAnswered,
        "So many had their answer before one that has none is a fault."),
      .times(
        "patience", Facts.patience, "A question waits so many times as long as the slowest answer took."),
    ],
    faulty: .program(
      "Faulty/some-do-not-end/AwaitedReplies",
      "Replies are awaited by number with `take(1)`. One of six is never sent."),
    healthy: .program(
      "Healthy/PermanentStaff",
      "Four workers stay for as long as the program runs. Helpers come and leave."))
}
