/// Why a command could not do its work: what happened, why, what to type; and the status to end with.
struct CommandFailure: Error, Hashable {
  /// The first line is printed after `rxtrace: `; further lines stand below it as they are.
  let message: String
  let status: Int32

  init(_ message: String, status: Int32) {
    self.message = message
    self.status = status
  }
}
