import SignalTracing
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

extension Signal {
  /// Prints one line for each event of each subscription to this signal.
  ///
  ///     Feed.swift:12 subscribed
  ///     Feed.swift:12 next 1
  ///     Feed.swift:12 completed
  ///     Feed.swift:12 disposed
  ///
  /// - Parameters:
  ///   - name: the beginning of each line; by default the call site.
  ///   - limit: the number of characters of a value that are printed; a longer text ends in `…`.
  ///   - print: called with each line; by default it writes to standard error. Any thread; no lock is held.
  ///
  /// As Rx `debug`, `RACSignal -logAll` and ReactiveSwift `logEvents`.
  public func debug(
    _ name: String? = nil, limit: Int = .max, file: StaticString = #fileID, line: UInt32 = #line,
    to print: (@Sendable (String) -> Void)? = nil
  ) -> Signal<Value> {
    debugged(CallSite("debug", file, line), name ?? "\(file):\(line)", limit, print)
  }

  private func debugged(
    _ site: CallSite, _ name: String, _ limit: Int, _ print: (@Sendable (String) -> Void)?
  ) -> Signal<Value> {
    let print = print ?? { printToStandardError($0) }
    return watched(
      site,
      by: SideEffects(
        onNext: { value in print("\(name) next \(shortened("\(value)", to: limit))") },
        before: { ending in
          switch ending {
          case .completed: print("\(name) completed")
          case .failed(let error): print("\(name) error \(shortened("\(error)", to: limit))")
          }
        }, onSubscribe: { print("\(name) subscribed") }, onDispose: { print("\(name) disposed") }))
  }

  /// Stops in the debugger (by SIGTRAP) at a value, an error or a completion for which its closure returns
  /// true.
  ///
  ///     source      1-2---3-|
  ///     breakpoint  1-2---3-|     (stops before 2, if onNext is true of that)
  ///
  /// Sends the values of the source, and ends as the source does. As Combine `breakpoint`.
  public func breakpoint(
    onNext: @escaping @Sendable (Value) -> Bool = { _ in false },
    onError: @escaping @Sendable (any Error) -> Bool = { _ in false },
    onCompleted: @escaping @Sendable () -> Bool = { false },
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    trapping(CallSite("breakpoint", file, line), onNext, onError, onCompleted)
  }

  /// Stops in the debugger (by SIGTRAP) at an error, before the error is sent on.
  ///
  ///     source             1-2---#
  ///     breakpointOnError  1-2---#     (stops before this)
  ///
  /// As Combine `breakpointOnError`.
  public func breakpointOnError(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    trapping(CallSite("breakpointOnError", file, line), { _ in false }, { _ in true }, { false })
  }

  private func trapping(
    _ site: CallSite, _ onNext: @escaping @Sendable (Value) -> Bool,
    _ onError: @escaping @Sendable (any Error) -> Bool, _ onCompleted: @escaping @Sendable () -> Bool
  ) -> Signal<Value> {
    watched(
      site,
      by: SideEffects(
        onNext: { if onNext($0) { raise(SIGTRAP) } },
        before: { ending in
          switch ending {
          case .completed: if onCompleted() { raise(SIGTRAP) }
          case .failed(let error): if onError(error) { raise(SIGTRAP) }
          }
        }))
  }
}

private func shortened(_ text: String, to limit: Int) -> String {
  guard limit < .max,
    let end = text.index(text.startIndex, offsetBy: max(0, limit), limitedBy: text.endIndex),
    end < text.endIndex
  else { return text }
  return text[..<end] + "…"
}

private func printToStandardError(_ line: String) {
  StandardError.write(line + "\n")
}
