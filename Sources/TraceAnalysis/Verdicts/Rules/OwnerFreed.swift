/// The object is gone, and its subscription lives.
enum OwnerFreed {
  static let description = RuleDescription(
    of: .ownerFreed, title: "outlived its owner",
    claim: "The object that a subscription belongs to is gone from memory, and the subscription lives.",
    needs: """
      A living subscription that belongs to an object, by `owned(by:)` or by a holder of that object.
      The object went out of memory after the subscription had begun, and the program went on.
      """,
    excuses: """
      A subscription that ends by itself: its sources always end, or others of its kind have ended by \
      themselves and lived about as long.
      An object that went as the program ended.
      A holder that was disposed: then it is told as such.
      """,
    faulty: .program(
      "Faulty/object-freed/FreedPanels",
      """
      A panel says by `owned(by:)` that a subscription is its own, which disposes nothing as the panel \
      goes.
      """),
    healthy: .program(
      "Healthy/SavedAfterTheScreen",
      "Saving goes on for a moment after its screen is gone, and ends by itself."))
}
