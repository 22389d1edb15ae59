// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: the token was sent before the editor opened, and a PublishSubject keeps nothing: no tap on Save meets a token

import Signals

/// The session sends a token at login; who comes later should find it.
private struct UserSession: Sendable {
  let tokens: Subject<String> =
    mended ? ReplaySubject(capacity: 1) : PublishSubject()  // LEAK
  func logIn() { tokens.next("e3b0c442") }
}

private final class NoteEditor {
  let saveTaps = PublishRelay<Void>()
  private let text = BehaviorRelay("")
  private let bag = DisposeBag()
  private let saved = Shared(0)

  var saves: Int { saved.value }

  init(_ session: UserSession) {
    let requests =
      saveTaps
      .withLatestFrom(text)
      .withLatestFrom(session.tokens) { text, token in "\(token): \(text)" }  // LEAK
    requests.subscribe(next: { [saved] _ in saved.update { $0 += 1 } }).disposed(by: bag)
  }

  func type(_ word: String) { text.accept(text.value + word) }
}

enum SaveBeforeToken: LeakProgram {
  static func run() {
    let session = UserSession()
    session.tokens.subscribe(next: { _ in }).disposed(by: appBag)
    session.logIn()
    pause(milliseconds: 20)
    let editor = NoteEditor(session)
    for word in ["buy ", "milk, ", "bread, ", "and ", "nothing ", "else"] {
      editor.type(word)
      editor.saveTaps.accept(())
      pause(milliseconds: 8)
    }
    print("saved", editor.saves, "of 6")
    withExtendedLifetime(editor) {}
    appBag.dispose()
  }
}

private let appBag = DisposeBag()
