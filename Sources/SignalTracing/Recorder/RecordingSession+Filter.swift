import CRecorder

/// Whether the program has forbidden itself system calls.
extension RecordingSession {
  /// Whether the program's first thread is under a filter of system calls. False if that cannot be found out
  /// at once. With the lock.
  var programIsFiltered: Bool {
    !isClosing && thread.programIsFiltered(until: FileThread.deadline(in: FileThread.patience / 10))
  }

  /// The same once the recording is sealed. If the process does not answer, no line is printed.
  var programIsFilteredAtExit: Bool {
    let deadline = FileThread.deadline(in: FileThread.patience / 10)
    guard rx_files_wait(thread.call, 1), rx_files_look(thread.files, thread.call, deadline) else {
      return thread.files.pointee.is_filtered != 0
    }
    return thread.call.pointee.result == 1
  }
}
