// fault: overwritten-handle
// verdict: likely
// proof: run
// says: each selection overwrites the handle of the one before; the last is disposed

import Signals

/// Shows what is selected, live.
enum PreviewPane: LeakProgram {
  static func run() {
    let files = PublishSubject<Int>()
    let pane = Pane(files)
    for file in 0..<9 {
      pane.select(file)
      files.next(file)
    }
    pane.close()
    for change in 0..<18 { files.next(change) }
    pause(milliseconds: 30)
  }
}

private final class Pane {
  private let files: Signal<Int>
  private var preview: Subscription?

  init(_ files: Signal<Int>) { self.files = files }

  func select(_ file: Int) {
    if mended { preview?.dispose() }
    preview = files.filter { $0 == file }.subscribe(next: { _ in })  // LEAK
  }

  func close() { preview?.dispose() }
}
