import Glibc

/// This process's standard streams while it runs a program.
enum TargetStreams {
  /// They are the program's: this process keeps standard error alone.
  case handedOver
  /// Both have them.
  case shared
  /// Both have them, but what the program would show on a terminal goes into this file: the screen is this
  /// process's.
  case screenKept(collectingIn: Int32)
}
