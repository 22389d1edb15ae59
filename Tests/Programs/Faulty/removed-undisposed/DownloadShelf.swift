// fault: removed-undisposed
// verdict: likely
// proof: run
// says: a download that is called off is taken out of the dictionary, but not disposed: it goes on in the background

import Signals

private struct Chunk: Sendable {
  var file: Int
  var bytes: Int
}

/// The downloads that are under way, by file.
private final class DownloadManager {
  private var active: [Int: Subscription] = [:]
  private let network: Signal<Chunk>
  private let stored = Shared(0)

  init(_ network: Signal<Chunk>) { self.network = network }

  var bytes: Int { stored.value }

  func download(_ file: Int) {
    active[file] = network.filter { $0.file == file }
      .take(6)
      .subscribe(next: { [stored] chunk in stored.update { $0 += chunk.bytes } })  // LEAK
  }

  func cancel(_ file: Int) {
    if mended { active[file]?.dispose() }
    active[file] = nil  // LEAK
  }
}

enum DownloadShelf: LeakProgram {
  static func run() {
    let network = PublishSubject<Chunk>()
    let manager = DownloadManager(network)
    for file in 0..<12 {
      manager.download(file)
      for _ in 0..<2 { network.next(Chunk(file: file, bytes: 512)) }
      if file % 3 == 1 {
        manager.cancel(file)
      } else {
        for _ in 0..<4 { network.next(Chunk(file: file, bytes: 512)) }
      }
      pause(milliseconds: 6)
    }
    let before = manager.bytes
    for file in 0..<12 { network.next(Chunk(file: file, bytes: 512)) }
    print("stored", manager.bytes - before, "bytes that nobody wants")
  }
}
