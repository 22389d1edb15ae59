package import TraceFormat

/// The owner let go of it.
enum RemovedUndisposed: Rule {
  static let description = RuleDescription(
    of: .removedUndisposed, title: "taken out, never disposed",
    claim: """
      A living subscription was taken out of its owner undisposed, and nobody disposed it afterwards.
      """,
    needs: """
      A living subscription that was taken out of a composite, or out of another holder of disposables.
      Its handle was let go after that, and the program went on. Or, as a suspect, its former owner was \
      disposed later, and the program went on.
      """,
    excuses: """
      A subscription that ends by itself.
      Somebody has the handle, and others of the kind were disposed after they had been taken out.
      """,
    faulty: .program(
      "Faulty/removed-undisposed/InspectorTabs",
      """
      Closing a tab calls `remove` of a composite, which lets go of a subscription and does not dispose \
      it.
      """),
    healthy: .program(
      "Healthy/HandedOver",
      "A monitor is taken out of one ward's composite and put into the next ward's, which disposes it."))

  static let reason = Leak.Reason.removedUndisposed
  static let searches: [Search] = [.lostOwners]
}

extension Leak.Reason {
  /// Its owner let go of it, undisposed, and nobody took it.
  public static let removedUndisposed = Leak.Reason("removedUndisposed")
}

/// The owner let go of it without disposing it.
struct RemovedFromOwner: Evidence {
  let life: LifeIndex
  let owner: OwnerID
  let time: UInt64
  let call: Site?

  var sentence: Sentence? {
    if let call {
      "\(life: life) was taken out of its owner at \(place: call) (\(moment: time)), and not disposed"
    } else {
      "\(life: life) was taken out of its owner at \(moment: time), and not disposed"
    }
  }

  var figures: [Figure] {
    [.life("subscription", life), .owner("owner", owner), .moment("taken out at", time)]
      + (call.map { [.site("by", $0)] } ?? [])
  }
}

/// The owner that it was taken out of has been disposed since.
struct FormerOwnerDisposed: Evidence {
  let owner: OwnerID
  let time: UInt64

  var sentence: Sentence? {
    "Its former owner was disposed at \(moment: time); the subscription runs on"
  }

  var figures: [Figure] { [.owner("former owner", owner), .moment("disposed at", time)] }
}

extension Leak.Hint {
  /// Dispose each handle that is taken out at `site`, or give it to another owner.
  package static func disposeWhatIsRemoved(site: Site) -> Leak.Hint {
    Leak.Hint("disposeWhatIsRemoved", site) {
      "Dispose each handle that is taken out at \($0.place), or give it to another owner."
    }
  }
}
