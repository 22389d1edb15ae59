// healthy: a stop undone by repeat, with work below the stop
// says: One line is read, carried out and answered, then the next one is read: take(1) ends the reading, repeat begins it anew.
// allows: nothing

import Signals
import Synchronization

private final class Shell: Sendable {
  let lines = PublishSubject<String>()
  let answers = Shared<[String]>([])
  private let queue = QueueScheduler("shell")
  private let bag = DisposeBag()

  private func execute(_ line: String) -> Signal<String> {
    Signal<Int>.timer(after: .milliseconds(2), on: queue).map { _ in "\(line): done" }
  }

  func run() {
    lines
      .take(1)
      .flatMap { self.execute($0) }
      .repeat()
      .subscribe(next: { answer in self.answers.update { $0.append(answer) } })
      .disposed(by: bag)
  }
}

enum CommandPrompt: LeakProgram {
  static func run() {
    let shells = (0..<2).map { _ in Shell() }
    for shell in shells { shell.run() }
    for command in 0..<30 {
      shells[command % 2].lines.next("command \(command)")
      pause(milliseconds: 8)
    }
    print("answers", shells.map { $0.answers.value.count > 5 })
  }
}
