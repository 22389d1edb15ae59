/// The exit statuses of `rxtrace`. They are documented and stable; a target's own status is passed on as it
/// is.
enum ExitStatus {
  static let success: Int32 = 0
  /// `check` and `diff --exit-code`: there is a new leak.
  static let foundSomething: Int32 = 1
  /// `check --strict`: events were lost, so that nothing is proven.
  static let eventsLost: Int32 = 5
  /// The input cannot be read: missing, not a recording, of a newer version.
  static let unreadableInput: Int32 = 3
  /// A recording, or another output, could not be started or written.
  static let cannotWrite: Int32 = 4
  /// The command line makes no sense (`EX_USAGE`).
  static let usage: Int32 = 64
  /// The program to record is there but cannot be executed.
  static let notExecutable: Int32 = 126
  /// The program to record is not there.
  static let notFound: Int32 = 127

  /// The status with which a shell reports a death by signal.
  static func killed(by signal: Int32) -> Int32 { 128 + signal }
}
