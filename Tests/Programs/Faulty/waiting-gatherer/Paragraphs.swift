// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: the buffer waits for a mark that never comes, and keeps every line until then

import Signals

/// Collects the lines of a log into paragraphs, which an empty line ends.
enum Paragraphs: LeakProgram {
  static func run() {
    let lines = PublishSubject<String>()
    let text = mended ? lines.map { $0.hasPrefix("7") ? "" : $0 } : lines.map { $0 + " " }
    let paragraphs = text.collect(where: { $0.last == "" })  // LEAK
    let printing = paragraphs.subscribe(next: { _ in })
    for line in 0..<3000 { lines.next("\(line % 10) words") }
    printing.dispose()
  }
}
