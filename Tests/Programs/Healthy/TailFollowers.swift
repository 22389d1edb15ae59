// healthy: loops of tasks over values, which end in three different ways
// says: A follower leaves after its line, is cancelled by its user, or reads until the file is closed.
// allows: nothing

import Signals

private actor Screen {
  private(set) var lines = 0
  func show(_ line: String) { lines += 1 }
}

/// A file that is written, and those who follow it as `tail -f` does.
private final class LogFile: Sendable {
  let lines = PublishSubject<String>()
  let screen = Screen()

  func follow(until word: String? = nil) -> Task<Void, Never> {
    let values = lines.filter { !$0.isEmpty }.values(buffering: .newest(50))
    return Task { [screen] in
      do {
        for try await line in values {
          await screen.show(line)
          if let word, line.contains(word) { break }
        }
      } catch { print("unreadable") }
    }
  }
}

enum TailFollowers: LeakProgram {
  static func run() {
    let file = LogFile()
    let isDone = Flag()
    let length = file.lines.map { $0.utf8.count }.scan(0, +).subscribe(next: { _ in })
    Task {
      var followers: [Task<Void, Never>] = []
      for number in 0..<30 {
        followers.append(number % 3 == 0 ? file.follow(until: "line \(number + 4)") : file.follow())
        try? await Task.sleep(for: .milliseconds(4))
        file.lines.next("line \(number)")
        if number % 3 == 2 { followers[number - 1].cancel() }
      }
      for number in 30..<36 {
        file.lines.next("line \(number)")
        try? await Task.sleep(for: .milliseconds(3))
      }
      file.lines.completed()
      for follower in followers { await follower.value }
      print("followers", followers.count, "lines", await file.screen.lines > 60)
      isDone.raise()
    }
    isDone.wait()
    length.dispose()
  }
}
