// healthy: a `create` that subscribes to a signal and keeps its completion to itself
// says: A file that has been rotated away is followed by the next one; whoever leaves takes the open one along.
// allows: nothing

import Signals
import Synchronization

private struct Entry: Sendable {
  let file: Int
  let text: String
}

/// The log of a program. Files end as they are rotated.
private final class LogDirectory: Sendable {
  private struct State {
    var newest = 0
    var open = PublishSubject<Entry>()
  }
  private let state = Mutex(State())

  func write(_ text: String) {
    let (file, subject) = state.withLock { ($0.newest, $0.open) }
    subject.next(Entry(file: file, text: text))
  }

  /// Closes the newest file and opens another.
  func rotate() {
    let full = state.withLock { state -> PublishSubject<Entry> in
      defer {
        state.newest += 1
        state.open = PublishSubject<Entry>()
      }
      return state.open
    }
    full.completed()
  }

  /// What is written to the newest file, until that is rotated.
  func newestFile() -> Signal<Entry> { state.withLock { $0.open } }
}

/// Follows one file after another on behalf of one subscriber.
private final class Follower: Sendable {
  let open = SerialDisposable()
  private let directory: LogDirectory
  private let subscriber: Subscriber<Entry>

  init(_ directory: LogDirectory, _ subscriber: Subscriber<Entry>) {
    self.directory = directory
    self.subscriber = subscriber
  }

  func follow() {
    let reading = SingleAssignmentDisposable()
    open.inner = reading
    reading.inner = directory.newestFile()
      .subscribe(
        next: { [subscriber] in subscriber.next($0) },
        completed: { self.follow() })
  }
}

extension LogDirectory {
  /// All that is written from now on, in whatever file.
  fileprivate func tail() -> Signal<Entry> {
    Signal<Entry>.create { subscriber in
      let follower = Follower(self, subscriber)
      follower.follow()
      return follower.open
    }
  }
}

/// Looks for words in a log as long as it is watched.
private final class Watch: Sendable {
  let matches = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ directory: LogDirectory, for word: String) {
    directory.tail()
      .filter { $0.text.hasSuffix(word) }
      .subscribe(next: { [weak self] _ in self?.matches.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum TailAcrossRotations: LeakProgram {
  static func run() {
    let directory = LogDirectory()
    var watches: [Watch] = []
    var matches = 0
    for turn in 0..<48 {
      if turn % 6 == 0 { watches.append(Watch(directory, for: turn % 4 == 0 ? "warning" : "note")) }
      if turn % 10 == 9 { matches += watches.removeFirst().matches.load(ordering: .relaxed) }
      directory.write(turn % 5 == 0 ? "a warning" : "a note")
      pause(milliseconds: 6)
      if turn % 8 == 7 { onAnotherThread { directory.rotate() } }
    }
    watches = []
    directory.write("a note")
    pause(milliseconds: 20)
    print("matches", matches)
  }
}
