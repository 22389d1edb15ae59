// fault: reentrant-cycle
// verdict: finding
// proof: run
// says: what is saved gets a stamp, the stamp is a change of the document, and each change is saved: within one another

import Signals

private struct Draft: Sendable, Equatable {
  var text: String
  var stamp: Int
}

/// A document that is saved whenever it changes.
private final class Document: Sendable {
  let draft = MutableProperty(Draft(text: "", stamp: 0))
  private let saves = PublishSubject<Draft>()
  private let bag = DisposeBag()

  init() {
    let changes = draft.signal.skip(1)
    (mended ? changes.distinctUntilChanged { $0.text == $1.text } : changes)
      .bind(to: saves)  // LEAK
      .disposed(by: bag)
    saves
      .subscribe(next: { [draft] saved in
        guard saved.stamp < 1200 else { return }
        draft.set(Draft(text: saved.text, stamp: saved.stamp + 1))  // LEAK
      })
      .disposed(by: bag)
  }
}

enum AutosaveStamp: LeakProgram {
  static func run() {
    let document = Document()
    for text in ["a", "ab", "abc"] {
      document.draft.modify { $0 = Draft(text: text, stamp: 0) }
      pause(milliseconds: 5)
    }
    print("stamp", document.draft.value.stamp > 0)
  }
}
