// healthy: light load: one of each, alive for most of the run, ended all at once
// says: A tool reads its list, copies four files at a time, shows its progress and returns; the progress bar is there to the end.
// allows: nothing

import Signals
import Synchronization

private struct File: Sendable {
  let name: String
  let blocks: Int
}

private final class Disk: Sendable {
  private let queue = QueueScheduler("disk")

  func list() -> Signal<File> {
    Signal<File>.from((0..<14).map { File(name: "file\($0)", blocks: 1 + $0 % 5) })
  }

  func copy(_ file: File) -> Signal<Int> {
    Signal<Int>.interval(.milliseconds(4), on: queue).take(file.blocks).mapReplace(1)
  }
}

private final class ProgressBar: Sendable {
  let drawn = Atomic<Int>(0)
  private let clock = QueueScheduler("progress")
  private let bag = DisposeBag()

  init(_ progress: Signal<Int>) {
    progress
      .scan(0, +)
      .throttle(for: .milliseconds(10), on: clock)
      .subscribe(next: { [weak self] _ in self?.drawn.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

private final class Backup: Sendable {
  let progress = PublishSubject<Int>()
  private let disk = Disk()

  func run(whenDone done: @escaping @Sendable (Int) -> Void) {
    _ = disk.list()
      .flatMap(maxConcurrent: 4) { file in self.disk.copy(file).do { self.progress.next($0) } }
      .reduce(0, +)
      .subscribe(next: done, completed: { self.progress.completed() })
  }
}

enum BackupTool: LeakProgram {
  static func run() {
    let backup = Backup()
    let bar = ProgressBar(backup.progress)
    let isDone = Flag()
    backup.run { blocks in
      print("blocks", blocks)
      isDone.raise()
    }
    isDone.wait()
    pause(milliseconds: 15)
    print("drawn", bar.drawn.load(ordering: .relaxed) > 0)
  }
}
