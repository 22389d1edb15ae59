// healthy: watchers that pile up for a while, and some that are alive at exit
// says: Every open file has a watcher, which goes when the file is closed; three files are open when the editor quits.
// allows: nothing

import Glibc
import Signals

private struct Edit: Sendable {
  let file: String
  let characters: Int
}

/// Gives diagnostics for the files that an editor has open.
private final class Server {
  let edits = PublishSubject<Edit>()
  let diagnostics = Shared(0)
  private var open: [String: Subscription] = [:]

  var files: Int { open.count }

  func didOpen(_ file: String) {
    guard open[file] == nil else { return }
    open[file] = edits.filter { $0.file == file }.scan(0) { $0 + $1.characters }
      .subscribe(next: { [diagnostics] length in if length % 3 == 0 { diagnostics.update { $0 += 1 } } })
  }

  func didClose(_ file: String) { open.removeValue(forKey: file)?.dispose() }
}

enum LanguageServer: LeakProgram {
  static func run() {
    let server = Server()
    for step in 0..<36 {
      server.didOpen("Sources/File\(step).swift")
      for edit in 0..<3 {
        server.edits.next(Edit(file: "Sources/File\(step - edit).swift", characters: 1 + edit))
        pause(milliseconds: 2)
      }
      switch step {
      case ..<10: break
      case 30: for file in 0..<28 { server.didClose("Sources/File\(file).swift") }
      default: server.didClose("Sources/File\(step - 5).swift")
      }
    }
    server.didClose("Sources/File29.swift")
    server.didClose("Sources/File28.swift")
    for file in 30..<33 { server.didClose("Sources/File\(file).swift") }
    for edit in 0..<8 {
      server.edits.next(Edit(file: "Sources/File3\(3 + edit % 3).swift", characters: edit))
      pause(milliseconds: 4)
    }
    print("open", server.files, "diagnostics", server.diagnostics.value)
    withExtendedLifetime(server) { exit(0) }
  }
}
