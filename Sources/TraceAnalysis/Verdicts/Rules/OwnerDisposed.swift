internal import TraceFormat

/// The owner was disposed, and it runs on.
enum OwnerDisposed: Rule {
  static let description = RuleDescription(
    of: .ownerDisposed, title: "outlived its disposed owner",
    claim: "The bag, composite or lifetime that holds a subscription was disposed, and it runs on.",
    needs: """
      A living subscription whose owner was disposed after its beginning.
      It is likely if this happened more than once at its place, and nothing of that place has ever \
      ended. Else something may have been taken out of the owner unseen, and it is a suspect.
      """,
    excuses: """
      A disposal so near to the end of the recording that its effect may be on its way.
      A subscription that the owner let go of before.
      """,
    faulty: .text(
      """
      A disposable of the program's own stands between a bag and its subscriptions, and forgets one.
      """),
    healthy: .program(
      "Healthy/TwoOwners",
      "A subscription is in the bag of a popup and in the bag of its page. The popup's bag ends it first."))

  static let reason = Leak.Reason.ownerDisposed
  static let searches: [Search] = [.lostOwners]
}

extension Leak.Reason {
  /// The bag, lifetime or composite that held its handle was disposed; it runs on.
  public static let ownerDisposed = Leak.Reason("ownerDisposed")
}

/// The owner was disposed; the subscription that it held lives.
struct OwnerWasDisposed: Evidence {
  let owner: OwnerID
  let time: UInt64

  var sentence: Sentence? {
    "The owner of its handle was disposed at \(moment: time); the subscription runs on"
  }

  var figures: [Figure] { [.owner("owner", owner), .moment("disposed at", time)] }
}
