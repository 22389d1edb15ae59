/// A stop came, and an operator took it for an end and began again.
enum StopUndone {
  static let description = RuleDescription(
    of: .stopUndone, title: "subscribed again after the stop signal",
    claim: """
      A stop signal ended the source of an operator that subscribes again, and the operator began its \
      source anew.
      """,
    needs: """
      An operator such as `repeat` or `retry`. A signal stopped a source of it, and the next source, \
      begun afterwards, is alive.
      Either this operator was stopped once only.
      Or the stop, which was no clock, stands somewhere above its source, nobody has the handle, and \
      either the earlier sources had been stopped by another signal each time, or several were begun in \
      turn and stopped once each.
      """,
    excuses: """
      A rhythm: the same signal stops the source time after time, and the operator begins it again each \
      time.
      A count that was reached, as of `take(3)`: for an operator that begins again it is an end like any \
      other.
      Another stop below the operator, or somebody who has the handle, where the operator was stopped \
      several times or the stop stands further up.
      """,
    faulty: .program(
      "Faulty/stop-above-flatten/InboxPoller",
      "Signing out completes the polling above `repeat()`, and `repeat()` begins it again."),
    healthy: .program(
      "Healthy/GameRounds",
      "`take(while:)` ends each round of a game, and `repeat()` begins the next one."))
}
