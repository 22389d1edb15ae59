// fault: owner-grows
// verdict: suspect
// proof: run
// says: each screen puts what it shows into the bag of the app, which lives as long as the program

import Signals

/// An app that shows one screen after the other.
enum ScreensOfTheApp: LeakProgram {
  static func run() {
    let app = App()
    for number in 0..<35 {
      let screen = Screen(number, in: app)
      app.theme.next(number)
      screen.close()
    }
    app.theme.next(99)
    pause(milliseconds: 30)
    withExtendedLifetime(app) {}
  }
}

private final class App: Sendable {
  let theme = PublishSubject<Int>()
  let bag = DisposeBag()  // LEAK
}

private final class Screen {
  private let own = DisposeBag()

  init(_ number: Int, in app: App) {
    let painted = app.theme.map { $0 + number }.subscribe(next: { _ in })  // LEAK
    painted.disposed(by: mended ? own : app.bag)
  }

  func close() { own.dispose() }
}
