// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: "quit" ends the commands above flatMap; the jobs that earlier commands have begun go on

import Signals

/// A shell that follows the output of the jobs that were started in it.
enum ShellSession: LeakProgram {
  static func run() {
    let output = PublishSubject<String>()
    let typed = PublishSubject<String>()
    let quit = typed.filter { $0 == "quit" }

    let lines: Signal<String>
    if mended {
      lines = typed.flatMap { job in output.filter { $0.hasPrefix(job) } }.take(until: quit)
    } else {
      lines =
        typed
        .take(while: { $0 != "quit" })  // LEAK
        .flatMap { job in output.filter { $0.hasPrefix(job) } }  // LEAK
    }
    _ = lines.subscribe(next: { print($0) })

    typed.next("build")
    output.next("build: 1 of 2")
    typed.next("tail")
    output.next("build: 2 of 2")
    typed.next("quit")
    for line in 0..<15 { output.next("tail of \(line)") }
    pause(milliseconds: 40)
  }
}
