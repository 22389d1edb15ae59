import ArgumentParser

/// Which mistake to make, for tools that look for mistakes.
enum Leak: String, CaseIterable, ExpressibleByArgument, Sendable {
  case none
  /// A signal made by `create` does not hand on the disposable of what it subscribed to.
  case create
  /// `take(until:)` stands above `flatMap`, where it cannot stop what `flatMap` has begun.
  case inner
}
