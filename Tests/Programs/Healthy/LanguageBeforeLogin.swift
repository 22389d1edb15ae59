// healthy: a stop above flatMapLatest has fired, and what that had begun is alive at the end
// says: The language may be changed until somebody logs in; the texts in that language are then updated for good.
// allows: suspect

import Signals

private enum Language: String, Sendable { case english, german, dutch }

/// Texts that translators improve while the app runs.
private final class Texts: Sendable {
  private let published = PublishSubject<(Language, Int)>()

  func texts(in language: Language) -> Signal<String> {
    published.filter { $0.0 == language }.map { "\($0.0.rawValue) edition \($0.1)" }
      .startWith("\(language.rawValue), built in")
  }

  func publish(_ edition: Int) {
    for language in [Language.english, .german, .dutch] { published.next((language, edition)) }
  }
}

private final class LoginPage: Sendable {
  let picked = BehaviorSubject(Language.english)
  let loggedIn = PublishSubject<Void>()

  func follow(_ texts: Texts, _ labels: Shared<String>) {
    _ = picked.take(until: loggedIn)
      .flatMapLatest { texts.texts(in: $0) }
      .subscribe(next: { text in labels.update { $0 = text } })
  }
}

enum LanguageBeforeLogin: LeakProgram {
  static func run() {
    let texts = Texts()
    let labels = Shared("")
    let page = LoginPage()
    page.follow(texts, labels)
    let hints = page.picked.subscribe(next: { print("picked", $0.rawValue) })
    page.picked.next(.german)
    texts.publish(1)
    page.picked.next(.dutch)
    pause(milliseconds: 15)
    page.loggedIn.next(())
    hints.dispose()
    for edition in 2..<30 {
      texts.publish(edition)
      pause(milliseconds: 6)
    }
    print(labels.value)
  }
}
