// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the removal of a container ends the branch of its output; the branch of its errors is merged in below the stop, and listens on

import Signals

private struct Line: Sendable {
  let container: Int
  let text: String
}

/// What a daemon sends of all its containers.
private struct Daemon: Sendable {
  let output = PublishSubject<Line>()
  let errors = PublishSubject<Line>()
  let removals = PublishSubject<Int>()

  func logs(of container: Int) -> Signal<String> {
    let removed = removals.filter { $0 == container }
    let output = output.filter { $0.container == container }.map { "out \($0.text)" }
    let errors = errors.filter { $0.container == container }.map { "err \($0.text)" }
    if mended { return output.merge(errors).take(until: removed) }
    return output.take(until: removed).merge(errors)  // LEAK
  }
}

/// Collects the logs of containers for as long as they are there.
enum ContainerLogs: LeakProgram {
  static func run() {
    let daemon = Daemon()
    let collected = Shared(0)
    let alarms = daemon.errors.filter { $0.text.contains("panic") }.subscribe(next: { _ in })
    for container in 0..<9 {
      _ = daemon.logs(of: container).subscribe(next: { _ in collected.update { $0 += 1 } })
      for line in 0..<3 {
        daemon.output.next(Line(container: container, text: "line \(line)"))
        daemon.errors.next(Line(container: max(0, container - 1), text: "warning \(line)"))
        pause(milliseconds: 3)
      }
      if container > 1 { daemon.removals.next(container - 2) }
    }
    daemon.removals.next(7)
    daemon.removals.next(8)
    for line in 0..<15 {
      daemon.errors.next(Line(container: 100, text: "panic \(line)"))
      pause(milliseconds: 4)
    }
    alarms.dispose()
    print("collected", collected.value)
  }
}
