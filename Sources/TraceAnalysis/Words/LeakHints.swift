import TraceFormat

extension LeakWords {
  /// The advised change, as far as the trace tells.
  package func hint(for leak: Leak) -> String {
    func at(_ site: Site) -> String { places.text(site) }
    func name(_ site: Site) -> String { visible(site.operatorName).shortened(to: 40) }
    return switch leak.hint {
    case .returnInnerDisposable(let site):
      "At \(at(site)) return (or add to the bag) the disposable of the inner subscription."
    case .passOnEnd(let site):
      "In the closure of \(name(site)) at \(at(site)) tell the subscriber when the inner signal ends: by its "
        + "completed() and its error(_:)."
    case .stopWork(let site):
      "At \(at(site)) return a disposable that stops the work that sends."
    case .moveStopBelow(let stop, let flattening):
      "\(name(stop)) is upstream of \(name(flattening)). Usual fix: "
        + (isStoppedBySignal(leak)
          ? "move it below (after \(at(flattening)))."
          : "stop below it (after \(at(flattening))), by a signal that says when: take(until:).")
    case .keepInnerHandle(let site):
      "The closure of \(name(site)) at \(at(site)) subscribes and drops the handle: return the signal instead, or "
        + "keep the handle."
    case .keepHandle(let site):
      "Keep the handle of the subscription at \(at(site)), and dispose it with its owner: before another handle takes "
        + "its place, and on every way out."
    case .disposeBeforeReplacing(let site):
      "Before the handle from \(at(site)) takes the place of another one, dispose that."
    case .disposeWhatIsRemoved(let site):
      "Dispose each handle that is taken out at \(at(site)), or give it to another owner."
    case .disposeUpstream(let site):
      "\(name(site)) at \(at(site)) must dispose its upstream when it is disposed or ends."
    case .disposeWithOwner(let site):
      "The owner of the handle of \(name(site)) at \(at(site)) must dispose the handle at its own end."
    case .endInner(let site):
      "Nothing ends the inner signals of \(name(site)) at \(at(site)): switch to the newest (flatMapLatest), or give each "
        + "an end."
    case .endOtherInput(let site, let input):
      "\(name(site)) at \(at(site)) goes on with \(name(input)) at \(at(input)) alone: end that with the other input, by a "
        + "take(until:) there."
    case .disposeConnection(let site):
      "Nobody comes back to the connections made at \(at(site)): dispose each with its last subscriber, or share one."
    case .listenSooner(let site):
      "\(name(site)) at \(at(site)) waits for a stop signal that may have come: ask first, or let a subject that keeps its "
        + "value (ReplaySubject, BehaviorSubject) be the signal."
    case .loopInstead(let site):
      "\(name(site)) at \(at(site)) begins itself as its own inner signal: repeat it in a loop instead."
    case .buildFromSource(let site):
      "\(name(site)) at \(at(site)) is put on top of the signal before, each time: build the signal anew from "
        + "its source."
    case .endEachBeforeNext(let site):
      "Each subscription at \(at(site)) begins the next one for a value, and lives on: end each with its value (take(1)), "
        + "or repeat one signal in a loop."
    case .disposeOwnerSooner(let site):
      "Their owner (\(at(site))) lives longer than they are needed: dispose each when its time has come."
    case .breakCycle(let site):
      "If their owners should be gone: a closure at \(at(site)), or upstream of it, may hold its owner; capture it weakly. "
        + "Or something else keeps the owner, as a table does."
    case .sendStop(let site):
      "The stop signal of the subscription at \(at(site)) never came: send it when its time has come, or use a stop "
        + "signal that comes."
    case .askBeforeAgain(let site, let stop):
      "The subscription at \(at(site)) was stopped by \(name(stop)) at \(at(stop)), and begun again: ask first whether "
        + "the stop has come."
    case .endAll(let site, let ender?):
      "\(name(ender)) at \(at(ender)) ended the other subscriptions at \(at(site)), and never got its event here: let the "
        + "event come for these too, or end them another way."
    case .endAll(let site, nil):
      "The code that ends the other subscriptions at \(at(site)) must end these too: one way out forgets them."
    case .endAllOrBreakCycle(let site):
      "The code that ends the other subscriptions at \(at(site)) must end these too: one way out forgets them, or the "
        + "closure there holds its owner."
    case .disposeSooner(let site):
      "Dispose the subscription at \(at(site)) when it is no longer needed."
    case .giveItAnEnd(let site):
      "Nothing ends the subscription at \(at(site)): keep its handle in a bag, or give it a take(until:)."
    }
  }

  /// Whether the stop was a signal's word: one that asks of each value whether it is the last has no other place.
  private func isStoppedBySignal(_ leak: Leak) -> Bool {
    leak.evidence.contains {
      guard case .stopFired(_, let by, _) = $0 else { return false }
      return trace.forest.lives[by].role.kind == .control
    }
  }
}
