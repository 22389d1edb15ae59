import CSignalProbes

/// The cancellation of a thread by `pthread_cancel`. It does not concern Swift tasks.
package enum ThreadCancellation {
  /// Forbids the cancellation of this thread, until the returned number is passed to `allow`.
  package static func forbid() -> Int32 { rx_forbid_cancellation() }

  /// Restores the setting that `forbid` found.
  package static func allow(_ before: Int32) { rx_allow_cancellation(before) }
}
