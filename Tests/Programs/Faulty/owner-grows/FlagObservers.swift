// fault: owner-grows
// verdict: suspect
// proof: run
// says: each request adds an observer of its feature flag to the bag of the one actor that has the flags

import Signals

/// Knows which features are on. One for the whole server.
private actor FeatureFlags {
  let changes = PublishSubject<[String: Bool]>()
  private let bag = DisposeBag()  // LEAK
  private var flags = ["dark": false, "beta": true]

  /// Calls `handler` whenever the flag changes.
  func observe(_ flag: String, _ handler: @escaping @Sendable (Bool) -> Void) -> Disposable {
    let observer = changes.compactMap { $0[flag] }.distinctUntilChanged()
      .subscribe(next: handler)  // LEAK
    if !mended { observer.disposed(by: bag) }
    handler(flags[flag] ?? false)
    return observer
  }

  func set(_ flag: String, to value: Bool) {
    flags[flag] = value
    changes.next(flags)
  }

  var observers: Int { bag.count }
}

/// Answers a request while it follows one flag.
private func answer(_ request: Int, _ flags: FeatureFlags, _ answered: Shared<Int>) async {
  let observer = await flags.observe(request % 2 == 0 ? "dark" : "beta") { _ in }
  try? await Task.sleep(for: .milliseconds(3))
  answered.update { $0 += 1 }
  if mended { observer.dispose() }
}

enum FlagObservers: LeakProgram {
  static func run() {
    let flags = FeatureFlags()
    let answered = Shared(0)
    let isDone = Flag()
    Task {
      for request in 0..<70 {
        await answer(request, flags, answered)
        if request % 10 == 0 { await flags.set("dark", to: request % 20 == 0) }
      }
      print("answered", answered.value)
      isDone.raise()
    }
    isDone.wait()
    pause(milliseconds: 20)
    killed(holding: flags)
  }
}
