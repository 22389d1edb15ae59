// healthy: files that are read, with handles that nobody keeps
// says: Each picture is read to its end, which ends the subscription; what the scanner sends is read for as long as it is plugged in.
// allows: nothing

import Foundation
import Signals
import SignalsFoundation

/// Reads pictures that come through pipes, and the log of the scanner itself.
private final class Archive: Sendable {
  let bytes = Shared(0)

  func follow(_ log: Pipe) {
    _ = Signal<Data>.fromFileHandle(log.fileHandleForReading)
      .subscribe(next: { [bytes] data in bytes.update { $0 += data.count } })
  }

  func store(_ picture: Pipe) -> Flag {
    let isStored = Flag()
    _ = Signal<Data>.fromFileHandle(picture.fileHandleForReading)
      .reduce(0) { $0 + $1.count }
      .subscribe(
        next: { [bytes] size in bytes.update { $0 += size } },
        completed: { isStored.raise() })
    return isStored
  }
}

enum XrayArchive: LeakProgram {
  static func run() {
    let archive = Archive()
    let scanner = Pipe()
    archive.follow(scanner)
    for number in 0..<16 {
      let picture = Pipe()
      let isStored = archive.store(picture)
      scanner.fileHandleForWriting.write(Data("picture \(number)\n".utf8))
      picture.fileHandleForWriting.write(Data(repeating: UInt8(number), count: 4096))
      picture.fileHandleForWriting.closeFile()
      isStored.wait()
      pause(milliseconds: 4)
    }
    print("bytes", archive.bytes.value > 65_000)
    withExtendedLifetime(scanner) { exit(0) }
  }
}
