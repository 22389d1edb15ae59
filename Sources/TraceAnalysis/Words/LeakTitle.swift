extension Leak {
  /// The fault, in a few words.
  package var title: String {
    reason == .growth && !endedInstances.isEmpty ? Growth.titleWhereSomeEnded : reason.rule.title
  }
}

extension Leak.Reason {
  /// The verdict in words.
  package var rule: RuleDescription {
    switch self {
    case .disposalNotPassedOn: DisposalNotPassedOn.description
    case .innerOutlivedStopSignal: InnerOutlivedStopSignal.description
    case .begunAfterStop: BegunAfterStop.description
    case .stopUndone: StopUndone.description
    case .stopLost: StopLost.description
    case .stopMissed: StopMissed.description
    case .endNotPassedOn: EndNotPassedOn.description
    case .stopOnOneBranch: StopOnOneBranch.description
    case .workBehind: WorkBehind.description
    case .handleForgotten: HandleForgotten.description
    case .handleReplaced: HandleReplaced.description
    case .removedUndisposed: RemovedUndisposed.description
    case .ownerDisposed: OwnerDisposed.description
    case .ownerFreed: OwnerFreed.description
    case .innersPileUp: InnersPileUp.description
    case .connectionsPileUp: ConnectionsPileUp.description
    case .nestedInItself: NestedInItself.description
    case .growth: Growth.description
    case .leftBehind: LeftBehind.description
    case .putAwayAtEnd: PutAwayAtEnd.description
    }
  }
}
