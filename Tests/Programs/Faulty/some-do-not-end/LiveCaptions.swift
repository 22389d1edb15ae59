// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: who leaves by the door is cancelled; the task of a viewer whose connection breaks reads the captions on

import Signals

private actor Transcript {
  private var lines: [String] = []
  func add(_ line: String) { lines.append(line) }
}

/// A talk whose captions each viewer reads in a task.
private final class Talk: Sendable {
  let captions = PublishSubject<String>()
  private let tasks = Shared<[Int: Task<Void, Never>]>([:])

  func join(_ viewer: Int, _ transcript: Transcript) {
    let isReading = Flag()
    let captions = captions.map { "\(viewer): \($0)" }.onSubscribe { isReading.raise() }
    let task = Task {
      do {
        for try await line in captions.values() { await transcript.add(line) }  // LEAK
      } catch {}
    }
    tasks.update { $0[viewer] = task }
    isReading.wait()
  }

  func leave(_ viewer: Int) { tasks.update { $0.removeValue(forKey: viewer) }?.cancel() }

  func connectionBroke(_ viewer: Int) {
    let task = tasks.update { $0.removeValue(forKey: viewer) }
    if mended { task?.cancel() }  // LEAK
  }
}

enum LiveCaptions: LeakProgram {
  static func run() {
    let talk = Talk()
    let transcript = Transcript()
    let record = talk.captions.map(\.count).subscribe(next: { _ in })
    for viewer in 0..<20 {
      talk.join(viewer, transcript)
      talk.captions.next("slide \(viewer)")
      pause(milliseconds: 4)
      if viewer % 4 == 1 { talk.connectionBroke(viewer) } else { talk.leave(viewer) }
    }
    for line in 0..<30 {
      talk.captions.next("line \(line)")
      pause(milliseconds: 3)
    }
    record.dispose()
  }
}
