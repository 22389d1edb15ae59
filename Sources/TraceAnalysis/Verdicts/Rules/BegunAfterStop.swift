/// A stop came, and the operator below it began something else.
enum BegunAfterStop {
  static let description = RuleDescription(
    of: .begunAfterStop, title: "begun after the stop signal",
    claim: """
      A stop ended the source of an operator, and the operator began another signal afterwards: the next \
      of its queue, or the next in a row.
      """,
    needs: """
      An operator whose source was stopped, and a signal that it began afterwards.
      A signal of a queue, such as the one of `concatMap`, is alive, and no source of the operator is.
      The next signal of `concat`, `then` or `switchIfEmpty` is alive, and the stop was no clock. It is \
      likely if this happened more than once where nobody has the handle.
      If all is over by now, several were begun after a stop that was no clock, the handle had been let \
      go before, and nobody listens for the end.
      """,
    excuses: """
      Another stop between the operator and `subscribe`: that one may end it.
      The next signal in a row, where it ends by itself or waits for a stop of its own.
      The only signal that a queue began after the stop, where it ends by itself.
      The next in a row, while somebody has the handle: it is a suspect if it is a clock and it happened \
      several times.
      A queue that has been worked off, if somebody had the handle as the stop came, or is told of the \
      end.
      """,
    thresholds: [
      .count(
        "fewest late starts", Facts.fewestLateStarts,
        "Where all is over, or the newest has only just begun: fewer may have been on their way.")
    ],
    faulty: .program(
      "Faulty/late-start/UploadSlots",
      """
      Signing out ends the picking of files above `flatMap(maxConcurrent: 2)`. The files that wait are \
      uploaded all the same.
      """),
    healthy: .program(
      "Healthy/QueueDrainsAfterStop",
      "`take(until:)` closes the door of a queue. Its owner waits until the queue is served."))
}
