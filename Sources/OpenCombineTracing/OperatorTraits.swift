#if OpenCombine
  import TraceFormat

  /// The traits of OpenCombine's own publishers, by the names of their types. Verdicts judge by them.
  enum OperatorTraits {
    static func of(_ name: String) -> SiteTraits { all[name] ?? [] }

    private static let all: [String: SiteTraits] = [
      "PassthroughSubject": [.source, .hot], "CurrentValueSubject": [.source, .hot],
      "PublishedSubject": [.source, .hot],
      "Just": [.source, .ends], "Fail": [.source, .ends], "Record": [.source, .ends],
      "Sequence": [.source, .ends], "Optional.Publisher": [.source, .ends],
      "Result.Publisher": [.source, .ends], "Empty": .source, "Future": .source,
      "TimerPublisher": [.source, .timer, .endless], "DataTaskPublisher": [.source, .ends],
      "NotificationCenter.Publisher": [.source, .hot, .endless],

      "FlatMap": [.flattens, .buffers], "SwitchToLatest": .flattens, "Concatenate": .flattens,
      "Zip": [.gathers, .buffers], "Zip3": [.gathers, .buffers], "Zip4": [.gathers, .buffers],
      "Catch": .restarts, "TryCatch": .restarts, "Retry": .restarts,

      "Debounce": .timer, "Throttle": .timer, "Delay": [.timer, .buffers], "Timeout": .stops,
      "Buffer": .buffers, "ReceiveOn": .buffers, "CollectByCount": .buffers,

      "First": .stops, "FirstWhere": .stops, "TryFirstWhere": .stops, "Output": .stops,
      "PrefixWhile": .stops, "TryPrefixWhile": .stops, "PrefixUntilOutput": .stops, "Contains": .stops,
      "ContainsWhere": .stops, "TryContainsWhere": .stops, "AllSatisfy": .stops, "TryAllSatisfy": .stops,

      "Last": .ends, "LastWhere": .ends, "TryLastWhere": .ends, "Collect": .ends, "Count": .ends,
      "Reduce": .ends, "TryReduce": .ends, "Comparison": .ends, "TryComparison": .ends,

      "Multicast": .keptConnection, "MakeConnectable": .keptConnection,
      "Share": .countedShare, "Autoconnect": .countedShare,
    ]
  }
#endif
