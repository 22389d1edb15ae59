/// The nature of a call site, independent of its operator's name. The library that is traced says so where it
/// defines the operator; the analysis judges by traits and never by names. The bits are the same in probes,
/// records and exports.
@frozen
public struct SiteTraits: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Begins a stream and has no upstream.
  @inlinable public static var source: SiteTraits { SiteTraits(rawValue: 1 << 0) }
  /// Sends by the clock. If such an operator sends nothing although values come, it waits for a pause among
  /// them, unless it ``buffers`` them.
  @inlinable public static var timer: SiteTraits { SiteTraits(rawValue: 1 << 1) }
  /// Runs user code that may subscribe. The disposable of this code must dispose everything that the code
  /// began.
  @inlinable public static var subscribesInUserCode: SiteTraits { SiteTraits(rawValue: 1 << 2) }
  /// Subscribes to inner signals.
  @inlinable public static var flattens: SiteTraits { SiteTraits(rawValue: 1 << 3) }
  /// Waits for several inputs.
  @inlinable public static var gathers: SiteTraits { SiteTraits(rawValue: 1 << 4) }
  /// Disposes its connection with its last subscriber.
  @inlinable public static var countedShare: SiteTraits { SiteTraits(rawValue: 1 << 5) }
  /// Keeps its connection, by contract, when nobody is subscribed.
  @inlinable public static var keptConnection: SiteTraits { SiteTraits(rawValue: 1 << 6) }
  /// May hold values back in a queue.
  @inlinable public static var buffers: SiteTraits { SiteTraits(rawValue: 1 << 7) }
  /// May end its source early.
  @inlinable public static var stops: SiteTraits { SiteTraits(rawValue: 1 << 8) }
  /// Subscribes to its source again.
  @inlinable public static var restarts: SiteTraits { SiteTraits(rawValue: 1 << 9) }
  /// Sends whether or not anybody listens; subscribers join it.
  @inlinable public static var hot: SiteTraits { SiteTraits(rawValue: 1 << 10) }
  /// A source that never ends by itself.
  @inlinable public static var endless: SiteTraits { SiteTraits(rawValue: 1 << 11) }
  /// A source that ends by itself, always. An operator that has it sends only as its source ends.
  @inlinable public static var ends: SiteTraits { SiteTraits(rawValue: 1 << 12) }
  /// A `subscribe` call.
  @inlinable public static var root: SiteTraits { SiteTraits(rawValue: 1 << 13) }
  /// A `subscribe` call that is not told of the end, by completion or disposal.
  @inlinable public static var unheardEnd: SiteTraits { SiteTraits(rawValue: 1 << 14) }
  /// A source that ends only as the object that it is a part of goes out of memory.
  @inlinable public static var endsWithItsObject: SiteTraits { SiteTraits(rawValue: 1 << 15) }

  /// Code of the program, or a clock, that begins for each subscriber anew.
  package var isWork: Bool {
    contains(.source) && !contains(.hot) && !isDisjoint(with: [.subscribesInUserCode, .timer])
  }

  /// All that this version knows.
  @inlinable package static var known: SiteTraits { SiteTraits(rawValue: 1 << 16 - 1) }
}
