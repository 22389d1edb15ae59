// fault: queue-without-bound
// verdict: suspect
// proof: run
// says: the walk sends entries as fast as it finds them; all that the slow reader has not taken yet waits in a queue
// source: arolang/aro #621
// fix: the listing is pulled: the walk goes on when the reader asks for the next entry

import Signals

private struct Entry: Sendable {
  let path: String
  let size: Int
}

/// Walks through large folders.
private final class FileTree: Sendable {
  let found = Shared(0)

  func entries(below root: String) -> Signal<Entry> {
    Signal<Entry>.create { [found] subscriber in
      let walk = Task {
        for number in 0..<6000 {
          if Task.isCancelled { return }
          found.update { $0 += 1 }
          await subscriber.send(Entry(path: "\(root)/\(number / 40)/\(number)", size: number % 900))
        }
        subscriber.completed()
      }
      return Disposable { walk.cancel() }
    }
  }
}

/// Adds up the sizes of all files, and writes the largest ones down.
private final class SizeReport: Sendable {
  let bytes = Shared(0)
  let ahead = Shared(0)

  func read(_ tree: FileTree, below root: String) async throws {
    let listing = tree.entries(below: root)
    let entries = mended ? listing.values(buffering: .suspending(1)) : listing.values()  // LEAK
    var taken = 0
    for try await entry in entries {
      taken += 1
      bytes.update { $0 += entry.size }
      let lead = tree.found.value - taken
      ahead.update { $0 = max($0, lead) }
      if entry.size == 899 || taken % 50 == 0 { try await Task.sleep(for: .milliseconds(1)) }
    }
  }
}

enum FolderListing: LeakProgram {
  static func run() {
    let tree = FileTree()
    let report = SizeReport()
    let progress = Signal<Int>.interval(.milliseconds(20), on: QueueScheduler("progress"))
      .map { _ in report.bytes.value }
      .distinctUntilChanged()
      .subscribe(next: { _ in })
    let done = Flag()
    Task {
      do { try await report.read(tree, below: "/home") } catch { print("failed", error) }
      done.raise()
    }
    done.wait()
    print("bytes", report.bytes.value, "ahead", report.ahead.value)
    progress.dispose()
  }
}
