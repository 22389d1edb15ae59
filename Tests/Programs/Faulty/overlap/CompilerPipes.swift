// fault: overlap
// verdict: finding
// proof: run
// says: the readers of two pipes send to one subscriber from their own threads, also both at the same time

import Signals
import Synchronization

/// A compiler that was started: it writes to two pipes, of which each has a reader.
private final class CompilerProcess: Sendable {
  enum Pipe: Sendable { case output, errors }

  private let readers: [QueueScheduler]
  private let file: Int

  init(_ file: Int, readers: [QueueScheduler]) {
    self.file = file
    self.readers = readers
  }

  /// Calls back with each line, and with nil at the end of the pipe.
  func read(_ pipe: Pipe, _ handler: @escaping @Sendable (String?) -> Void) -> Disposable {
    let reader = readers[pipe == .output ? 0 : 1]
    let count = Shared(0)
    return reader.scheduleRecursive { [file] again in
      pause(milliseconds: 1)
      let line = count.update { count in
        count += 1
        return count
      }
      guard line <= 7 else { return handler(nil) }
      handler(pipe == .output ? "compiling \(file) pass \(line)" : "warning \(line) in \(file)")
      again()
    }
  }

  private func lines(of pipe: Pipe) -> Signal<String> {
    Signal<String>.create { [self] subscriber in
      read(pipe) { line in
        if let line { subscriber.next(line) } else { subscriber.completed() }
      }
    }
  }

  /// What comes out of both pipes, until both have ended.
  var lines: Signal<String> {
    if mended { return lines(of: .output).merge(lines(of: .errors)) }
    return Signal<String>.create { [self] subscriber in  // LEAK
      let open = Shared(2)
      let handler: @Sendable (String?) -> Void = { line in
        if let line { return subscriber.next(line) }  // LEAK
        let left = open.update { open in
          open -= 1
          return open
        }
        if left == 0 { subscriber.completed() }
      }
      return CompositeDisposable([read(.output, handler), read(.errors, handler)])
    }
  }
}

private final class BuildLog: Sendable {
  let warnings = Atomic<Int>(0)
  private let bag = DisposeBag()

  func follow(_ process: CompilerProcess, whenDone done: Flag) {
    process.lines
      .do(onNext: { _ in pause(milliseconds: 1) })  // The terminal takes its time.
      .scan(0) { count, line in line.hasPrefix("warning") ? count + 1 : count }
      .subscribe(
        next: { [weak self] count in self?.warnings.max(count, ordering: .relaxed) },
        completed: { done.raise() }
      )
      .disposed(by: bag)
  }
}

enum CompilerPipes: LeakProgram {
  static func run() {
    let readers = [QueueScheduler("standard output"), QueueScheduler("standard error")]
    let log = BuildLog()
    for file in 0..<8 {
      let done = Flag()
      log.follow(CompilerProcess(file, readers: readers), whenDone: done)
      done.wait()
    }
    pause(milliseconds: 20)
    print("warnings", log.warnings.load(ordering: .relaxed) > 0)
  }
}
