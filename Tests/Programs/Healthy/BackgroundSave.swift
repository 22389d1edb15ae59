// healthy: removed from an owner without disposal
// says: A save that has begun is taken out of the document's life on purpose, so that closing does not lose it; it ends by itself.
// allows: nothing

import Signals
import Synchronization

private final class Disk: Sendable {
  let saved = Atomic<Int>(0)
  private let queue = QueueScheduler("disk")

  func save() -> Signal<Int> {
    Signal<Int>.timer(after: .milliseconds(15), on: queue)
      .do { _ in self.saved.add(1, ordering: .relaxed) }
  }
}

private final class Document: Sendable {
  private let life = CompositeDisposable()
  let typed = PublishSubject<Character>()

  init() { life.add(typed.scan(0) { count, _ in count + 1 }.subscribe(next: { _ in })) }

  func save(on disk: Disk) {
    let saving = disk.save().subscribe(next: { _ in })
    life.add(saving)
    typed.next("\n")
    life.remove(saving)
  }

  func close() { life.dispose() }
}

enum BackgroundSave: LeakProgram {
  static func run() {
    let disk = Disk()
    for _ in 0..<40 {
      let document = Document()
      for character in "dear sir" { document.typed.next(character) }
      document.save(on: disk)
      document.close()
      pause(milliseconds: 3)
    }
    pause(milliseconds: 60)
    print("saved", disk.saved.load(ordering: .relaxed))
  }
}
