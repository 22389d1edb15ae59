extension Leak {
  /// The fault, in a few words.
  package var title: String {
    switch reason {
    case .disposalNotPassedOn: "dispose was not passed on"
    case .innerOutlivedStopSignal: "inner outlived its stop signal"
    case .begunAfterStop: "begun after the stop signal"
    case .stopUndone: "subscribed again after the stop signal"
    case .stopLost: "lost its stop signal with a failed signal"
    case .stopMissed: "begun when its stop signal had come"
    case .endNotPassedOn: "the end was not passed on"
    case .stopOnOneBranch: "the stop signal ends one branch only"
    case .workBehind: "sends on after its disposal"
    case .handleForgotten: "handle let go, never disposed"
    case .handleReplaced: "handle overwritten, never disposed"
    case .removedUndisposed: "taken out, never disposed"
    case .ownerDisposed: "outlived its disposed owner"
    case .ownerFreed: "outlived its owner"
    case .innersPileUp: "inner signals pile up"
    case .connectionsPileUp: "idle connections are kept"
    case .nestedInItself: "nested in itself, ever deeper"
    case .growth:
      endedInstances.isEmpty
        ? "started again and again, never ended" : "started again and again, hardly ever ended"
    case .leftBehind: "left behind by others of its kind"
    case .putAwayAtEnd: "put away only at the end"
    }
  }
}
