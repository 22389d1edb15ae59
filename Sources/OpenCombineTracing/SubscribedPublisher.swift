#if OpenCombine
  import OpenCombine
  import SignalTracing

  /// The publisher that a subscriber is attached to, behind the publishers that only stand for it.
  struct SubscribedPublisher {
    let kind: PublisherKind
    let site: CallSite
    /// The subject that its subscribers join; nil for any other publisher.
    let hotObject: AnyObject?

    init(_ publisher: some Publisher) {
      var kind = PublisherKind.of(type(of: publisher))
      var value: Any = publisher
      var place: TracedPlace?
      while kind.isWrapping, let wrapping = value as? any WrappingPublisher, let wrapped = wrapping.wrapped {
        // Of several lines the one that was written last is the program's word for all of it.
        if place == nil { place = wrapping.place }
        value = wrapped
        kind = .of(type(of: value))
      }
      self.kind = kind
      site = place?.site(of: kind) ?? kind.site
      hotObject = kind.isHotObject ? value as AnyObject : nil
    }
  }

  /// A publisher that attaches its subscribers to another one, without `subscribe`.
  protocol WrappingPublisher {
    /// Nil if it cannot be told.
    var wrapped: Any? { get }
    var place: TracedPlace? { get }
  }

  extension TracedPublisher: WrappingPublisher {
    var wrapped: Any? { upstream }
  }

  extension AnyPublisher: WrappingPublisher {
    var wrapped: Any? { Mirror(reflecting: self).descendant("box", "base") }
    var place: TracedPlace? { nil }
  }
#endif
