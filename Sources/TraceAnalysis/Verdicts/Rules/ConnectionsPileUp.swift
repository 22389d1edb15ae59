/// Connections that nobody uses.
enum ConnectionsPileUp {
  static let description = RuleDescription(
    of: .connectionsPileUp, title: "idle connections are kept",
    claim: """
      A place makes one shared connection after the other, and keeps them when their subscribers have \
      left.
      """,
    needs: """
      Several connections of one line that are connected, have had subscribers, and have none any more.
      They were begun one after the other, and more may come. If no more have come for a long time, it \
      is a suspect.
      If they were begun at once, each is a clock that went on when the program had taken its last \
      subscriber away. That is a suspect, too.
      """,
    excuses: """
      A connection above which a stop signal is still to come.
      A few connections: a program may keep one for the next subscriber.
      """,
    thresholds: [
      .count("fewest idle", Facts.fewestIdle, "Fewer may wait for their next subscriber.")
    ],
    faulty: .program(
      "Faulty/connection/CraneTelemetry",
      """
      Each shift publishes and connects the load anew. Its displays leave, and nobody kept the \
      connection.
      """),
    healthy: .program(
      "Healthy/TickOfTheWorld",
      "One connection ticks from the start of a server to its end, with players or without."))
}
