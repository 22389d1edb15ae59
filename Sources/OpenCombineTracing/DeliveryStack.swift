#if OpenCombine
  import Glibc
  import SignalTracing

  /// The calls of OpenCombine that go on in this thread, the innermost last.
  ///
  /// A subscription that is made meanwhile belongs to one of them.
  final class DeliveryStack {
    enum Step {
      /// A publisher attaches a subscriber.
      case subscribing(SubscribedLife)
      /// A subscriber gets something from the publisher of a life; nil for one that has ended or is not
      /// known. `cause` is the event whose delivery goes on afterwards.
      case delivering(SubscribedLife?, Delivered, cause: UInt64?)
      case requesting(Identity)
      /// The lives that end with it.
      case cancelling([SubscribedLife])
    }

    enum Delivered { case subscription, value, completion }

    private(set) var steps: [Step] = []

    func enter(_ step: Step) { steps.append(step) }

    /// Ends the innermost call. Does nothing for a call that began before the first subscription was watched.
    func leave() {
      guard case .delivering(_, _, let cause?) = steps.popLast() else { return }
      ThreadState.cause = cause
    }

    // MARK: The stack of a thread

    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      pthread_key_create(&key) { stack in
        if let stack { Unmanaged<DeliveryStack>.fromOpaque(stack).release() }
      }
      return key
    }()

    static var current: DeliveryStack {
      if let known = pthread_getspecific(key) {
        return Unmanaged<DeliveryStack>.fromOpaque(known).takeUnretainedValue()
      }
      let new = DeliveryStack()
      pthread_setspecific(key, Unmanaged.passRetained(new).toOpaque())
      return new
    }
  }
#endif
