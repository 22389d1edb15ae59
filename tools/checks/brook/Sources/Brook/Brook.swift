// A stream library that knows nothing of recordings. It has a hook: somebody may watch all of its pipes.
// Everything runs in one thread.

/// A call of the program that made a part of a stream.
public struct Part {
  public enum Kind { case spring, closure, stage, reader }
  public let kind: Kind
  public let name: StaticString
  public let file: StaticString
  public let line: UInt32
}

/// Is told of everything that one pipe does.
public protocol PipeWatcher: AnyObject {
  func opens(_ open: () -> Void)
  func sends(_ value: Any, _ send: () -> Void)
  func ends(_ end: () -> Void)
  func closes()
}

/// Watches all pipes.
public protocol BrookWatcher: AnyObject {
  /// - Parameter bed: the object of the spring that the pipe comes from; nil for any other part.
  func watcher(
    of part: Part, below: (any PipeWatcher)?, owner: AnyObject?, bed: AnyObject?
  ) -> any PipeWatcher
  /// The spring of this bed is gone, and its readers still wait.
  func lost(bed: AnyObject)
}

public enum Brooks {
  nonisolated(unsafe) public static var watcher: (any BrookWatcher)?
}

/// One way of values, from a part to the part below. It stays open until it is closed or ended.
public final class Pipe<Value> {
  let watcher: (any PipeWatcher)?
  private let take: (Value) -> Void
  private let finish: () -> Void
  fileprivate var closeAbove: (() -> Void)?
  private var isOpen = true

  fileprivate init(
    _ part: Part, below: (any PipeWatcher)?, owner: AnyObject? = nil, bed: AnyObject? = nil,
    _ take: @escaping (Value) -> Void, _ finish: @escaping () -> Void
  ) {
    watcher = Brooks.watcher?.watcher(of: part, below: below, owner: owner, bed: bed)
    (self.take, self.finish) = (take, finish)
  }

  fileprivate func open(_ start: (Pipe) -> (() -> Void)?) {
    if let watcher { watcher.opens { closeAbove = start(self) } } else { closeAbove = start(self) }
  }

  public func send(_ value: Value) {
    if let watcher { watcher.sends(value) { if isOpen { take(value) } } } else if isOpen { take(value) }
  }

  public func end() {
    if let watcher { watcher.ends(finishAll) } else { finishAll() }
  }

  private func finishAll() {
    guard isOpen else { return }
    stop()
    finish()
  }

  public func close() {
    guard isOpen else { return }
    watcher?.closes()
    stop()
  }

  private func stop() {
    isOpen = false
    closeAbove?()
    closeAbove = nil
  }
}

/// A stream, which begins anew for each reader.
public struct Brook<Value> {
  fileprivate let part: Part
  fileprivate var bed: AnyObject?
  fileprivate let start: (Pipe<Value>) -> (() -> Void)?

  /// A stream whose values come from a closure.
  ///
  /// - Parameter start: sends to the pipe, and returns what closes everything that it has begun.
  public init(
    file: StaticString = #fileID, line: UInt32 = #line, _ start: @escaping (Pipe<Value>) -> (() -> Void)?
  ) {
    part = Part(kind: .closure, name: "Brook", file: file, line: line)
    self.start = start
  }

  fileprivate init(_ part: Part, bed: AnyObject? = nil, _ start: @escaping (Pipe<Value>) -> (() -> Void)?) {
    (self.part, self.bed, self.start) = (part, bed, start)
  }

  fileprivate func flow(
    below: (any PipeWatcher)?, _ take: @escaping (Value) -> Void, _ finish: @escaping () -> Void
  ) -> () -> Void {
    let pipe = Pipe(part, below: below, bed: bed, take, finish)
    pipe.open(start)
    return pipe.close
  }

  public func map<New>(
    file: StaticString = #fileID, line: UInt32 = #line, _ transform: @escaping (Value) -> New
  ) -> Brook<New> {
    Brook<New>(Part(kind: .stage, name: "map", file: file, line: line)) { below in
      flow(below: below.watcher, { below.send(transform($0)) }, below.end)
    }
  }

  /// Reads until the stream ends or the pipe is closed.
  public func read(
    owner: AnyObject? = nil, file: StaticString = #fileID, line: UInt32 = #line,
    _ take: @escaping (Value) -> Void
  ) -> Pipe<Value> {
    let part = Part(kind: .reader, name: "read", file: file, line: line)
    let reader = Pipe<Value>(part, below: nil, owner: owner, take, {})
    reader.open { flow(below: $0.watcher, $0.send, $0.end) }
    return reader
  }
}

/// Sends to all of its readers, until it goes out of memory.
public final class Spring<Value> {
  private final class Bed {
    var pipes: [Pipe<Value>] = []
  }

  private let bed = Bed()
  public let brook: Brook<Value>

  public init(_ type: Value.Type, file: StaticString = #fileID, line: UInt32 = #line) {
    brook = Brook(Part(kind: .spring, name: "Spring", file: file, line: line), bed: bed) { [bed] pipe in
      bed.pipes.append(pipe)
      return { bed.pipes.removeAll { $0 === pipe } }
    }
  }

  deinit { if !bed.pipes.isEmpty { Brooks.watcher?.lost(bed: bed) } }

  public func send(_ value: Value) { for pipe in bed.pipes { pipe.send(value) } }
  public func end() { for pipe in bed.pipes { pipe.end() } }
}
