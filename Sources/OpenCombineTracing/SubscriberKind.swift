#if OpenCombine
  import SignalTracing

  /// Whose a subscriber is, by its type.
  enum SubscriberKind {
    /// An operator's own, or one of a type that is not known.
    case part
    /// Made by the program: `sink` and `assign`.
    case program
    /// It sends to a subject, as the connection of a multicast does.
    case subject
    /// It takes the values of a control publisher: `prefix(untilOutputFrom:)` and `drop(untilOutputFrom:)`.
    case control

    private static let known = Lock<[ObjectIdentifier: SubscriberKind]>([:])

    /// Takes the names of types apart once a type.
    static func of(_ type: Any.Type) -> SubscriberKind {
      let key = ObjectIdentifier(type)
      if let kind = known.withLock({ $0[key] }) { return kind }
      let new = SubscriberKind(named: String(reflecting: type))
      known.withLock { $0[key] = new }
      return new
    }

    private init(named name: String) {
      if name.hasPrefix("OpenCombine.Subscribers.") {
        self = .program
      } else if name.hasPrefix("OpenCombine.SubjectSubscriber<") {
        self = .subject
      } else if name.hasPrefix("OpenCombine.Publishers.PrefixUntilOutput<") && name.hasSuffix(".Termination")
        || name.hasPrefix("OpenCombine.Publishers.DropUntilOutput<") && name.hasSuffix(".OtherSubscriber")
      {
        self = .control
      } else {
        self = .part
      }
    }
  }
#endif
