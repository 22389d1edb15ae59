package import TraceFormat

extension TraceEvent {
  /// The subscription that it is about; nil where it is about none.
  package var subscription: SubscriptionID? {
    switch self {
    case .subscribed(let id, _, _, _), .aliveBefore(let id, _, _, _, _), .named(let id, _, _),
      .next(let id, _, _, _),
      .error(let id, _, _, _), .completed(let id, _, _), .disposed(let id, _, _, _), .released(let id),
      .handleReleased(let id), .dropped(let id, _), .overlap(let id, _), .joined(let id, _),
      .waiting(let id, _, _), .counted(let id, _), .begun(let id, _), .joinedSource(let id, _),
      .subscribedAgain(let id, _):
      id
    case .connected(_, let source, _), .disconnected(_, let source, _): source
    case .mark, .lost, .owner, .ownerReleased, .ownerDisposed, .childAdded, .childRemoved, .called,
      .scheduled,
      .workBegan, .workEnded, .workCancelled:
      nil
    }
  }
}
