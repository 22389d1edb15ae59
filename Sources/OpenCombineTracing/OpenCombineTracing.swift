#if OpenCombine
  import OpenCombine

  /// Shows the subscriptions of OpenCombine in recordings, in the table of the living and to tracers.
  ///
  ///     OpenCombineTracing.enable()
  ///
  /// Each call of `subscribe` makes a life with the name of the publisher's type: `Map`, `FlatMap`,
  /// `PassthroughSubject`. The subscription of an operator to its source stands above the operator, and so
  /// does each inner subscription of a `flatMap`. A life has a line where the program says so: see
  /// `traced(_:file:line:)`. A publisher that was erased keeps its name.
  ///
  /// A life ends once. It completes or fails with its publisher, or it is cancelled. A root is called
  /// `explicit` then, also if its `AnyCancellable` went out of memory. A subscriber that goes out of memory
  /// by itself ends its lives as `deinitialized`: this is noticed while others subscribe.
  ///
  /// `subscribe(on:)` subscribes on its scheduler, later: its source begins a tree of its own there.
  ///
  /// OpenCombine calls for each subscription, value, request and end, and asks its own lock each time. So the
  /// program is slower from here on, whether or not somebody records.
  public enum OpenCombineTracing {
    /// Begins with the next subscription, for as long as the process runs. Older subscriptions are not seen.
    ///
    /// May be called on any thread, and more than once.
    public static func enable() { Introspector.shared.enable() }
  }
#endif
