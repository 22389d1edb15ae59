// healthy: handles of readers let go of at once; siblings that ended, and one that waits
// says: Each child's output is read to its end, which comes with the child's; the last child is a server that stays.
// allows: suspect

import Foundation
import Signals
import SignalsFoundation

/// Reads what its children say. Nobody disposes a reader: it ends with the pipe.
private final class Supervisor: Sendable {
  let output = PublishSubject<String>()

  func adopt(_ pipe: Pipe) {
    _ = Signal<Data>.fromFileHandle(pipe.fileHandleForReading)
      .map { String(decoding: $0, as: UTF8.self) }
      .subscribe(next: { [output] in output.next($0) }, error: { _ in })
  }
}

enum PipeReader: LeakProgram {
  static func run() {
    let supervisor = Supervisor()
    let failures = supervisor.output.filter { $0.contains("fail") }.subscribe(next: { _ in })
    var children: [Pipe] = []
    for child in 0..<8 {
      let pipe = Pipe()
      children.append(pipe)
      supervisor.adopt(pipe)
      pipe.fileHandleForWriting.write(Data("child \(child)\n".utf8))
      pause(milliseconds: 6)
      if child < 7 { pipe.fileHandleForWriting.closeFile() }
    }
    pause(milliseconds: 40)
    failures.dispose()
    withExtendedLifetime(children) { exit(0) }
  }
}
