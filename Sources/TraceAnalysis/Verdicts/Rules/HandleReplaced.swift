package import TraceFormat

/// The next handle took this one's place.
enum HandleReplaced: Rule {
  static let description = RuleDescription(
    of: .handleReplaced, title: "handle overwritten, never disposed",
    claim: """
      The handle of a living subscription was let go as the next of its kind took its place, as in a \
      variable that is overwritten.
      """,
    needs: """
      A living subscription whose handle went out of memory undisposed, and a program that went on \
      afterwards.
      The next one of its kind, begun in a later step of the program. The handle went within the step in \
      which that one was begun, after its beginning and before the next but one.
      """,
    excuses: """
      A subscription that ends by itself, or that waits for a stop signal.
      Both handles went at the same moment: their holder went, and nothing was overwritten.
      Both were begun in one step, as in a loop that sets things up.
      """,
    faulty: .program(
      "Faulty/overwritten-handle/AlarmRestart",
      "Each restart puts a new interval into the same variable. The old one ticks on."),
    healthy: .program(
      "Healthy/TokenKeeper",
      "The handle of each refresh is overwritten by the next. The refresh before has completed by then."))

  static let reason = Leak.Reason.handleReplaced
  static let searches: [Search] = [.lostHandles]
}

extension Leak.Reason {
  /// The caller let go of the handle as its successor's took its place.
  public static let handleReplaced = Leak.Reason("handleReplaced", [.ofHandle, .leftAlone])
}

/// The caller let go of the handle when its successor's took its place.
struct HandleOverwritten: Evidence {
  let life: LifeIndex
  let successor: LifeIndex
  let time: UInt64

  var sentence: Sentence? {
    "The handle of \(life: life) was let go at \(moment: time), when the handle of \(life: successor) took its place"
  }

  var figures: [Figure] {
    [
      .life("subscription", life), .life("successor", successor), .moment("let go at", time),
    ]
  }
}

extension Leak.Hint {
  /// Dispose the old handle of a variable before the subscription made at `site` takes its place.
  package static func disposeBeforeReplacing(site: Site) -> Leak.Hint {
    Leak.Hint("disposeBeforeReplacing", site) {
      "Before the handle from \($0.place) takes the place of another one, dispose that."
    }
  }
}
