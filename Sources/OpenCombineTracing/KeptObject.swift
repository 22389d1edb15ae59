#if OpenCombine
  import CSignalProbes

  /// An object of the program. It is not kept alive. Its memory is kept, so that no other object gets its
  /// address.
  final class KeptObject: Sendable {
    private let address: UInt

    /// Nil where the value is no object.
    static func of(_ value: Any) -> KeptObject? {
      type(of: value) is AnyObject.Type ? KeptObject(value as AnyObject) : nil
    }

    init(_ object: AnyObject) {
      let pointer = Unmanaged.passUnretained(object).toOpaque()
      rx_object_keep_memory(pointer)
      address = UInt(bitPattern: pointer)
    }

    deinit { rx_object_give_memory(UnsafeMutableRawPointer(bitPattern: address)) }

    /// Whether its deinit has begun.
    var isGone: Bool { rx_object_is_gone(UnsafeMutableRawPointer(bitPattern: address)) }
  }
#endif
