import CSignalProbes

/// The cancellation of a thread by another one, `pthread_cancel`. It is nothing of a Swift task.
package enum ThreadCancellation {
  /// Lets nobody cancel this thread until the answer is given to `allow`.
  package static func forbid() -> Int32 { rx_forbid_cancellation() }

  /// Puts back what `forbid` found.
  package static func allow(_ before: Int32) { rx_allow_cancellation(before) }
}
