// fault: overwritten-handle
// verdict: likely
// proof: run
// says: a rotated log is read by a new subscription; the reader of the old file is overwritten and waits for ever

import Foundation
import Signals
import SignalsFoundation

/// `tail` for a service whose log is a pipe, made anew at each rotation. Writers keep the old ones open.
private final class Tail: Sendable {
  let lines = PublishSubject<String>()
  private let reading = Shared<Disposable?>(nil)

  func follow(_ pipe: Pipe) {
    if mended { reading.update { $0.take() }?.dispose() }
    let new = Signal<Data>.fromFileHandle(pipe.fileHandleForReading)
      .map { String(decoding: $0, as: UTF8.self) }
      .subscribe(next: { [lines] in lines.next($0) })  // LEAK
    reading.update { $0 = new }
  }

  func stop() { reading.update { $0.take() }?.dispose() }
}

enum PipeTail: LeakProgram {
  static func run() {
    let tail = Tail()
    let errors = tail.lines.filter { $0.contains("error") }.subscribe(next: { _ in })
    let total = tail.lines.map(\.count).scanIndexed(0) { $0 + $1 + $2 }.subscribe(next: { _ in })
    let pipes = (0..<4).map { _ in Pipe() }
    for (rotation, pipe) in pipes.enumerated() {
      tail.follow(pipe)
      for line in 0..<3 {
        pipe.fileHandleForWriting.write(Data("\(rotation): \(line % 2 == 0 ? "error" : "ok")\n".utf8))
        pause(milliseconds: 5)
      }
    }
    tail.stop()
    pause(milliseconds: 80)
    errors.dispose()
    total.dispose()
    withExtendedLifetime(pipes) {}
  }
}
