// fault: holder-never-disposed
// verdict: likely
// proof: run
// says: an activity subscribes to the granted permissions and never disposes its holder; after a rotation both are told
// source: tbruyelle/RxPermissions #136
// fix: the activity disposes its subscriptions as it is destroyed

import Signals

/// What stays as it is while activities are destroyed and made anew.
private final class PermissionsEnvironment: Sendable {
  let granted = PublishRelay<String>()
}

/// A screen with two buttons, which both need to read the storage.
private final class ButtonsActivity: Sendable {
  private let pressed = Shared<Int?>(nil)
  private let subscriptions = CompositeDisposable()
  private let environment: PermissionsEnvironment

  init(_ environment: PermissionsEnvironment) { self.environment = environment }

  func create(toasts: Shared<[String]>) {
    let storage = environment.granted.filter { $0 == "storage" }
    let told = storage.subscribe(next: { [pressed] _ in  // LEAK
      let button = pressed.value ?? 1
      toasts.update { $0.append("button \(button) clicked") }
    })
    subscriptions.add(told)
  }

  func press(_ button: Int) { pressed.update { $0 = button } }

  func destroy() { if mended { subscriptions.dispose() } }
}

enum PermissionToasts: LeakProgram {
  static func run() {
    let environment = PermissionsEnvironment()
    let toasts = Shared<[String]>([])
    let audit = environment.granted.scan(0) { count, _ in count + 1 }.subscribe(next: { _ in })
    var activity = ButtonsActivity(environment)
    activity.create(toasts: toasts)
    for rotation in 0..<4 {
      activity.press(1 + rotation % 2)
      pause(milliseconds: 15)
      activity.destroy()
      activity = ButtonsActivity(environment)
      activity.create(toasts: toasts)
      pause(milliseconds: 15)
      environment.granted.accept("storage")
    }
    activity.destroy()
    pause(milliseconds: 60)
    print("toasts", toasts.value.count)
    audit.dispose()
    withExtendedLifetime(environment) {}
  }
}
