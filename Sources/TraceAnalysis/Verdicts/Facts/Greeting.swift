internal import TraceFormat

/// Sources that hold a value for each subscriber that comes, such as a `BehaviorSubject` or a property.
extension Forest {
  /// The most subscribers of a source that are asked whether it greets.
  private static let mostMembers = 64

  /// Whether the source that `life` joined greets: each of its subscribers had a value as it began.
  func greets(_ life: Life) -> Bool {
    guard let source = life.hotSource else { return false }
    return members(ofSource: source).prefix(Self.mostMembers).allSatisfy { index in
      lives[index].wasAliveBefore || lives[index].hadValueAsItBegan
    }
  }

  /// The subject, relay or property from which `life` passes on each value: nothing on the way gathers,
  /// flattens or leaves out a value. Nil for another way.
  func unfilteredOrigin(of life: Life) -> Life? {
    var life = life
    while life.hotSource == nil {
      guard life.upstreams.count == 1, let above = life.firstSource, above.values == life.values else {
        return nil
      }
      life = above
    }
    return life
  }

  /// The subject, relay or property behind `life`, as far as there is one way to go. Nil for another source.
  func hotOrigin(of life: Life) -> Life? {
    let origin = root(ofInput: life)
    return origin.hotSource == nil ? nil : origin
  }
}

extension Life {
  /// Whether its first value came within the call that subscribed.
  var hadValueAsItBegan: Bool {
    guard let first = firstValueAt else { return false }
    return first - min(first, subscribedAt) < Thresholds.atOnce
  }
}
