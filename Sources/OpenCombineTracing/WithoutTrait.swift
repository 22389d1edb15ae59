#if !OpenCombine
  /// Recordings of OpenCombine's subscriptions, for packages that turn on the trait `OpenCombine`. Nobody
  /// else builds OpenCombine.
  @available(
    *, unavailable,
    message: "turn on the trait OpenCombine of the package rxtrace: .package(…, traits: [\"OpenCombine\"])"
  )
  public enum OpenCombineTracing {
    /// Here so that the compiler answers a call with the message above.
    public static func enable() { fatalError("there is no caller") }
  }
#endif
