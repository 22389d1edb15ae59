// fault: nested-subscribe
// verdict: suspect
// proof: run
// says: each push begins to follow its document within the handler of the pushes, and the document before is still followed

import Signals

private struct Push: Sendable {
  var kind: String
  var document: Int
}

/// Opens what a push notification is about; a route decides by the kind of the push.
private final class Router: Sendable {
  private let bag = DisposeBag()
  private let shown = Shared(0)
  private let edits: PublishSubject<Int>

  init(_ pushes: Signal<Push>, _ edits: PublishSubject<Int>) {
    self.edits = edits
    let comments = pushes.filter { $0.kind == "comment" }
    let shown = shown
    if mended {
      comments.flatMapLatest { push in edits.filter { $0 == push.document } }
        .subscribe(next: { _ in shown.update { $0 += 1 } })
        .disposed(by: bag)
    } else {
      comments.subscribe(next: { [weak self] in self?.follow($0.document) }).disposed(by: bag)
    }
  }

  var showings: Int { shown.value }

  private func follow(_ document: Int) {
    edits.filter { $0 == document }
      .subscribe(next: { [shown] _ in shown.update { $0 += 1 } })  // LEAK
      .disposed(by: bag)
  }
}

enum PushRouter: LeakProgram {
  static func run() {
    let pushes = PublishSubject<Push>()
    let edits = PublishSubject<Int>()
    let router = Router(pushes, edits)
    for document in 0..<12 {
      pushes.next(Push(kind: document % 4 == 3 ? "sale" : "comment", document: document))
      edits.next(document)
      pause(milliseconds: 6)
    }
    let before = router.showings
    for document in 0..<12 { edits.next(document) }
    print("shown", router.showings - before, "documents; one is on the screen")
    withExtendedLifetime(router) {}
  }
}
