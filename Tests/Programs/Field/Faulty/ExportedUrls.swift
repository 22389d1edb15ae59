// fault: cold-work-for-each-subscriber
// verdict: finding
// proof: run
// says: three parts of the window subscribe to one export, and each has the file written for itself
// source: ReactiveX/RxSwift #298
// fix: the result is shared, with its last value for those who come later

import Signals

/// Writes a document to a file.
private final class Exporter: Sendable {
  let files = Shared(0)
  private let clock = QueueScheduler("exporter")

  func write(_ name: String) -> Signal<String> {
    Signal.deferred { [files, clock] in
      let number = files.update {
        $0 += 1; return $0
      }
      return Signal<Int>.timer(after: .milliseconds(10), on: clock).map { _ in "/exports/\(name)-\(number)" }
    }
  }
}

private struct ExportPanel: Sendable {
  let export = PublishRelay<String>()
  let url: Signal<String>

  init(_ exporter: Exporter) {
    let written = export.flatMapLatest { exporter.write($0) }  // LEAK
    url = mended ? written.share(replay: 1) : written
  }
}

enum ExportedUrls: LeakProgram {
  static func run() {
    let bag = DisposeBag()
    let exporter = Exporter()
    let panel = ExportPanel(exporter)
    let label = Shared("")
    let recent = Shared<[String]>([])
    let canShare = Shared(false)
    panel.url.subscribe(next: { url in label.update { $0 = url } }).disposed(by: bag)
    panel.url.scan([String]()) { Array(($0 + [$1]).suffix(3)) }
      .subscribe(next: { urls in recent.update { $0 = urls } })
      .disposed(by: bag)
    panel.url.map { !$0.isEmpty }.startWith(false)
      .subscribe(next: { can in canShare.update { $0 = can } })
      .disposed(by: bag)
    for name in ["letter", "invoice", "minutes"] {
      panel.export.accept(name)
      pause(milliseconds: 40)
    }
    print(label.value, recent.value.count, canShare.value, "files", exporter.files.value)
    bag.dispose()
  }
}
