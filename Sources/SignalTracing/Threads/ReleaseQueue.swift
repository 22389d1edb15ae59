import CSignalProbes

/// Releases the rest of a chain of any length without recursion.
///
/// An object of a chain passes its neighbour to this queue instead of releasing it. A few releases nest on
/// the stack; deeper releases wait for the outermost.
package enum ReleaseQueue {
  private static let deepest: UInt32 = 32

  private final class DeferredReleases {
    var objects: [Unmanaged<AnyObject>] = []
  }

  /// Gives up one reference.
  package static func release<Object: AnyObject>(_ object: Unmanaged<Object>) {
    release(Unmanaged<AnyObject>.fromOpaque(object.toOpaque()), rx_thread_current())
  }

  /// Ends a subscription's record, and gives up the reference to its downstream.
  package static func release<Object: AnyObject>(
    _ object: Unmanaged<Object>?, after subscription: TracedSubscription
  ) {
    let thread = rx_thread_current()
    subscription.end(thread)
    if let object { release(Unmanaged<AnyObject>.fromOpaque(object.toOpaque()), thread) }
  }

  /// Gives up the last reference that can be copied. No other thread can make a new reference, but another
  /// thread may still be giving one up.
  package static func release<Object: AnyObject>(unshared object: Unmanaged<Object>) {
    rx_object_release_unshared(object.toOpaque())
  }

  private static func release(_ object: Unmanaged<AnyObject>, _ thread: UnsafeMutablePointer<rx_thread>) {
    if thread.pointee.releasing == deepest { return postpone(object, thread) }
    thread.pointee.releasing &+= 1
    object.release()
    thread.pointee.releasing &-= 1
    if thread.pointee.releasing == 0, thread.pointee.deferred_releases != nil { drain(thread) }
  }

  @inline(never)
  private static func postpone(
    _ object: Unmanaged<AnyObject>, _ thread: UnsafeMutablePointer<rx_thread>
  ) {
    let deferred: DeferredReleases
    if let pointer = thread.pointee.deferred_releases {
      deferred = Unmanaged<DeferredReleases>.fromOpaque(pointer).takeUnretainedValue()
    } else {
      deferred = DeferredReleases()
      thread.pointee.deferred_releases = Unmanaged.passRetained(deferred).toOpaque()
    }
    deferred.objects.append(object)
  }

  @inline(never)
  private static func drain(_ thread: UnsafeMutablePointer<rx_thread>) {
    thread.pointee.releasing = 1
    while let pointer = thread.pointee.deferred_releases {
      let deferred = Unmanaged<DeferredReleases>.fromOpaque(pointer).takeUnretainedValue()
      guard let object = deferred.objects.popLast() else {
        thread.pointee.deferred_releases = nil
        Unmanaged<DeferredReleases>.fromOpaque(pointer).release()
        break
      }
      object.release()
    }
    thread.pointee.releasing = 0
  }
}
