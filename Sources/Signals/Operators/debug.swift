import SignalTracing
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

extension Signal {
  /// Prints what happens to each subscription of this signal, a line an event.
  ///
  ///     Feed.swift:12 subscribed
  ///     Feed.swift:12 next 1
  ///     Feed.swift:12 completed
  ///     Feed.swift:12 disposed
  ///
  /// - Parameters:
  ///   - name: what the lines begin with; the call site by default.
  ///   - limit: how many characters of a value are printed; a longer one ends in `…`.
  ///   - print: takes a line; by default it goes to standard error. Any thread; no lock is held.
  ///
  /// As Rx `debug`, `RACSignal -logAll` and ReactiveSwift `logEvents`.
  public func debug(
    _ name: String? = nil, limit: Int = .max, to print: (@Sendable (String) -> Void)? = nil,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    let name = name ?? "\(file):\(line)"
    let print = print ?? { printToStandardError($0) }
    return self.do(
      onNext: { value in print("\(name) next \(shortened("\(value)", to: limit))") },
      onError: { error in print("\(name) error \(shortened("\(error)", to: limit))") },
      onCompleted: { print("\(name) completed") }, onSubscribe: { print("\(name) subscribed") },
      onDispose: { print("\(name) disposed") }, file: file, line: line)
  }

  /// `debug(_:limit:to:)` under the name that it has in RAC.
  public func log(
    _ name: String? = nil, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    debug(name, file: file, line: line)
  }

  /// Stops in the debugger (by SIGTRAP) at a value, an error or a completion that a closure is true of.
  ///
  /// As Combine `breakpoint`.
  public func breakpoint(
    onNext: @escaping @Sendable (Value) -> Bool = { _ in false },
    onError: @escaping @Sendable (any Error) -> Bool = { _ in false },
    onCompleted: @escaping @Sendable () -> Bool = { false },
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    self.do(
      onNext: { if onNext($0) { raise(SIGTRAP) } }, onError: { if onError($0) { raise(SIGTRAP) } },
      onCompleted: { if onCompleted() { raise(SIGTRAP) } }, file: file, line: line)
  }

  /// Stops in the debugger (by SIGTRAP) at an error. As Combine `breakpointOnError`.
  public func breakpointOnError(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Value> {
    breakpoint(onError: { _ in true }, file: file, line: line)
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
  (line + "\n").withCString { text in
    _ = write(STDERR_FILENO, text, strlen(text))
  }
}
