/// A stop above a flattening operator does not reach what had begun below it.
enum InnerOutlivedStopSignal {
  static let description = RuleDescription(
    of: .innerOutlivedStopSignal, title: "inner outlived its stop signal",
    claim: """
      A stop ended the source of a flattening operator, and an inner signal that had begun before goes \
      on.
      """,
    needs: """
      A living flattening operator, `flatMap` or `switchToLatest`, whose source a stop has ended.
      An inner signal that had begun before the stop and is alive, while no source of the operator is.
      It is likely if no other stop stands between the operator and `subscribe`. The only one of its \
      kind may stay a suspect all the same: such a stop may end the taking in, and no more.
      """,
    excuses: """
      An inner signal that ends by itself: its sources always end, or others of its kind have ended by \
      themselves and lived about as long.
      An inner signal that an operator of its own ends after so many values, of which some have come.
      The only one of its kind, where another stop stands below the operator: that one may still come.
      An inner signal that the last wanted value began, as `first()` above `flatMap` does, if it is the \
      only one left.
      """,
    faulty: .program(
      "Faulty/stop-above-flatten/CurrentTab",
      "Closing a window ends the choice of tabs above `flatMapLatest`. The page of the last tab goes on."),
    healthy: .program(
      "Healthy/FirstReady",
      "`first(where:)` takes the first server that is ready. Its stream goes on below, as it should."))
}
