// fault: closure-holds-its-owner
// verdict: likely
// proof: run
// says: the filter of the dismissed event holds the screen; a screen whose own bag listens to that event is never freed
// source: RxSwiftCommunity/RxFlow #160
// fix: the filter holds the screen weakly

import Signals

/// A screen that tells of its own events.
private final class PresentedScreen: Sendable {
  let title: BehaviorRelay<String>
  let shown = Shared("")
  private let disappeared = PublishRelay<Void>()
  private let isBeingDismissed = Shared(false)
  private let bag = DisposeBag()

  init(_ title: String) { self.title = BehaviorRelay(title) }

  /// Sends as the screen is dismissed, and not when another one covers it.
  var dismissed: Signal<Void> {
    if mended { return disappeared.filter { [weak self] _ in self?.isBeingDismissed.value ?? true } }
    return disappeared.filter { _ in self.isBeingDismissed.value }  // LEAK
  }

  func load(_ closed: Shared<[String]>) {
    title.subscribe(next: { [shown] text in shown.update { $0 = text } }).disposed(by: bag)
    dismissed
      .subscribe(next: { [title] in closed.update { $0.append(title.value) } })
      .disposed(by: bag)
  }

  func cover() { disappeared.accept(()) }

  func dismiss() {
    isBeingDismissed.update { $0 = true }
    disappeared.accept(())
  }
}

enum DismissedScreens: LeakProgram {
  static func run() {
    let closed = Shared<[String]>([])
    let steps = PublishRelay<String>()
    let history = steps.scan(0) { count, _ in count + 1 }.subscribe(next: { _ in })
    for name in ["Settings", "Profile", "Help", "About"] {
      let screen = PresentedScreen(name)
      screen.load(closed)
      steps.accept(name)
      pause(milliseconds: 15)
      screen.cover()
      pause(milliseconds: 5)
      screen.title.accept("\(name) again")
      screen.dismiss()
      pause(milliseconds: 10)
    }
    pause(milliseconds: 100)
    print("closed", closed.value)
    history.dispose()
  }
}
