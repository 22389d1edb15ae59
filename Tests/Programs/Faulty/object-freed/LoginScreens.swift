// fault: object-freed
// verdict: certain
// proof: run
// says: a screen's subscription to the action's values is marked as its own and outlives it

import Signals
import Synchronization

private struct Account: Sendable {
  let name: String
}

/// An app with one login action, and a screen for each attempt.
private final class Login: Sendable {
  let action: Action<String, Account>
  private let network = QueueScheduler("network")

  init(enabled: Signal<Bool>) {
    let network = network
    action = Action(enabledIf: enabled) { name in
      Signal<Int>.timer(after: .milliseconds(3), on: network).mapReplace(Account(name: name))
    }
  }
}

private final class Screen: Sendable {
  let greeting = Shared("")
  private let spinner: Disposable
  private let greeted: Disposable

  init(_ login: Login, _ spins: MutableProperty<Bool>) {
    let greeting = greeting
    spinner = login.action.isExecuting.signal.subscribe(next: { spins.set($0) })
    greeted = login.action.values.map { "Hello, \($0.name)" }
      .subscribe(next: { text in greeting.update { $0 = text } })  // LEAK
    greeted.owned(by: self)  // LEAK
  }

  deinit {
    spinner.dispose()
    if mended { greeted.dispose() }
  }
}

enum LoginScreens: LeakProgram {
  static func run() {
    let online = BehaviorSubject(true)
    let login = Login(enabled: online)
    let spins = MutableProperty(false)
    let shown = spins.signal.subscribe(next: { _ in })
    for attempt in 0..<5 {
      let screen = Screen(login, spins)
      _ = login.action.execute("user\(attempt)").subscribe(error: { _ in })
      pause(milliseconds: 12)
      withExtendedLifetime(screen) {}
    }
    for attempt in 0..<8 {
      _ = login.action.execute("late\(attempt)").subscribe(error: { _ in })
      pause(milliseconds: 10)
    }
    shown.dispose()
  }
}
