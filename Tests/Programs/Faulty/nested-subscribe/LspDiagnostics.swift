// fault: nested-subscribe
// verdict: suspect
// proof: run
// says: each edit of a document begins one more analysis, and none of them ends before the document is closed

import Signals
import Synchronization

private struct Diagnostics: Sendable {
  let version: Int
  let count: Int
}

/// Analyses a version of a document, and again whenever what it imports may have changed.
private final class Analyzer: Sendable {
  let passes = Atomic<Int>(0)
  private let cores = [QueueScheduler("analysis 0"), QueueScheduler("analysis 1")]

  func diagnostics(of document: Int, version: Int) -> Signal<Diagnostics> {
    Signal<Int>.timer(after: .milliseconds(2), every: .milliseconds(14), on: cores[document % 2])
      .map { [weak self] pass in
        self?.passes.add(1, ordering: .relaxed)
        return Diagnostics(version: version, count: max(0, 3 - pass))
      }
      .distinctUntilChanged(by: { $0.count == $1.count })
  }
}

private final class OpenDocument: Sendable {
  let shown = MutableProperty(Diagnostics(version: 0, count: 0))
  private let edits = PublishSubject<Int>()
  private let number: Int
  private let bag = DisposeBag()

  init(_ number: Int, analyzer: Analyzer) {
    self.number = number
    let settled = edits.debounce(for: .milliseconds(4), on: QueueScheduler("typing"))
    if mended {
      settled
        .flatMapLatest { analyzer.diagnostics(of: number, version: $0) }
        .bind(to: shown)
        .disposed(by: bag)
    } else {
      settled
        .subscribe(next: { [weak self] version in  // LEAK
          guard let self else { return }
          analyzer.diagnostics(of: number, version: version)
            .filter { [shown] found in found.version >= shown.value.version }
            .bind(to: shown)  // LEAK
            .disposed(by: bag)
        })
        .disposed(by: bag)
    }
  }

  func edit(_ version: Int) { edits.next(version) }
  func close() { bag.dispose() }
}

enum LspDiagnostics: LeakProgram {
  static func run() {
    let analyzer = Analyzer()
    let documents = (0..<3).map { OpenDocument($0, analyzer: analyzer) }
    for version in 1...13 {
      for (number, document) in documents.enumerated() where version % (number + 1) == 0 {
        document.edit(version)
      }
      pause(milliseconds: 22)
    }
    documents[2].close()
    pause(milliseconds: 60)
    print("newest", documents[0].shown.value.version, documents[1].shown.value.version)
  }
}
