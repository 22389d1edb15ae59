// fault: end-not-passed-on
// verdict: suspect
// proof: run
// says: an import hands on its rows to a subject, and its end to nobody: who collects the rows of an import waits for ever

import Signals

/// An import whose rows several parts of the program take from one subject.
private final class Import: Sendable {
  let rows = PublishSubject<Int>()
  private let reading = SerialDisposable()

  func begin(_ file: Signal<Int>) {
    if mended {
      reading.inner = file.bind(to: rows)
    } else {
      reading.inner = file.subscribe(next: { [rows] in rows.next($0) })  // LEAK
    }
  }
}

enum RelayedImports: LeakProgram {
  static func run() {
    let disk = QueueScheduler("disk")
    let checksums = Shared<[Int]>([])
    var imports: [Import] = []
    for file in 0..<15 {
      let new = Import()
      _ = new.rows.collect()
        .subscribe(next: { rows in checksums.update { $0.append(rows.reduce(file, +)) } })
      _ = new.rows.takeLast(1).subscribe(next: { _ in })
      new.begin(Signal<Int>.interval(.milliseconds(1), on: disk).take(4))
      imports.append(new)
      pause(milliseconds: 8)
    }
    pause(milliseconds: 20)
    print("checksums", checksums.value.count)
    withExtendedLifetime(imports) {}
  }
}
