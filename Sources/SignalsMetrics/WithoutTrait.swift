#if !Metrics
  /// The metrics of this process's subscriptions, for packages that turn on the trait `Metrics`. Nobody else
  /// builds swift-metrics.
  @available(
    *, unavailable,
    message: "turn on the trait Metrics of the package rxtrace: .package(…, traits: [\"Metrics\"])"
  )
  public enum SignalsMetrics {
    /// Here so that the compiler answers a call with the message above.
    public static func start(
      every interval: Duration = .zero, top count: Int = 0, factory: Any? = nil
    ) -> SignalsMetrics { fatalError("there is no caller") }
  }
#endif
