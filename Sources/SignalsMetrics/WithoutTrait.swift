#if !Metrics
  /// The metrics of this process's subscriptions, for packages that turn on the trait `Metrics`. Nobody else
  /// builds swift-metrics.
  @available(
    *, unavailable,
    message: "turn on the trait Metrics of the package rxtrace: .package(…, traits: [\"Metrics\"])"
  )
  public enum SignalsMetrics {}
#endif
