// healthy: some of a kind end, others do not
// says: Topics that were closed have ended; the popular ones are open and are read to the end.
// allows: nothing

import Signals
import Synchronization

private final class Forum: Sendable {
  private let topics = Mutex<[String: PublishSubject<String>]>([:])
  private let bag = DisposeBag()
  let posts = Atomic<Int>(0)

  func post(_ text: String, in name: String) {
    let (topic, isNew) = topics.withLock { topics in
      if let known = topics[name] { return (known, false) }
      let new = PublishSubject<String>()
      topics[name] = new
      return (new, true)
    }
    if isNew {
      topic.map { $0.count }.subscribe(next: { _ in self.posts.add(1, ordering: .relaxed) }).disposed(by: bag)
    }
    topic.next(text)
  }

  func close(_ name: String) { topics.withLock { $0.removeValue(forKey: name) }?.completed() }
}

enum TopicsThatRemain: LeakProgram {
  static func run() {
    let forum = Forum()
    for day in 0..<120 {
      forum.post("question", in: "day \(day)")
      for name in ["general", "swift", "linux"] { forum.post("hello", in: name) }
      if day >= 4 { forum.close("day \(day - 4)") }
      pause(milliseconds: 1)
    }
    print("posts", forum.posts.load(ordering: .relaxed))
  }
}
