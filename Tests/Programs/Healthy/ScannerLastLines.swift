// healthy: values dropped at a disposed subscriber of create, each time that it is disposed
// says: The scanner looks at its flag before each line, and the line that is being read as it falls comes for nobody.
// allows: nothing

import Dispatch
import Signals

/// A scanner that reads line by line on a thread of its own.
private struct FlatbedScanner: Sendable {
  func lines() -> Signal<Int> {
    .create { subscriber in
      let isWanted = Shared(true)
      DispatchQueue.global().async {
        var line = 0
        while isWanted.value {
          pause(milliseconds: 1)
          subscriber.next(line)
          line += 1
        }
      }
      return Disposable { isWanted.update { $0 = false } }
    }
  }
}

enum ScannerLastLines: LeakProgram {
  static func run() {
    let scanner = FlatbedScanner()
    for page in 0..<7 {
      let scan = scanner.lines().map { $0 + page }.subscribe(next: { _ in })
      pause(milliseconds: 10)
      scan.dispose()
      pause(milliseconds: 3)
    }
    pause(milliseconds: 15)
  }
}
