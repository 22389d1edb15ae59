// fault: removed-undisposed
// verdict: likely
// proof: run
// says: a new composite takes the place of the old one, which is let go of with all that it holds, undisposed

import Signals

/// An app whose labels follow its language; a new language makes all labels anew.
enum LanguageSwitch: LeakProgram {
  static func run() {
    let words = PublishSubject<String>()
    let app = App(words)
    for language in ["en", "de", "fi"] {
      app.speak(language)
      words.next("\(language): hello")
    }
    app.quit()
    for number in 0..<15 { words.next("word \(number)") }
    pause(milliseconds: 25)
  }
}

private final class App {
  private let words: Signal<String>
  private var labels = CompositeDisposable()

  init(_ words: Signal<String>) { self.words = words }

  func speak(_ language: String) {
    if mended { labels.dispose() }
    labels = CompositeDisposable()
    for _ in 0..<4 {
      labels.add(words.filter { $0.hasPrefix(language) }.subscribe(next: { _ in }))  // LEAK
    }
  }

  func quit() { labels.dispose() }
}
