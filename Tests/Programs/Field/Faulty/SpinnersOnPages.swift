// fault: stop-closed-unsent
// verdict: likely
// proof: run
// says: a destroyed spinner lets go of its stop subject and sends nothing through it, so its subscription goes on
// source: Napster2210/ngx-spinner #111
// fix: the stop subject sends a value and completes as the spinner is destroyed

import Signals

private struct SpinnerCommand: Sendable {
  let name: String
  let isShown: Bool
}

/// Shows and hides spinners by their names, for the whole application.
private final class SpinnerService: Sendable {
  private let commands = PublishRelay<SpinnerCommand>()

  func show(_ name: String) { commands.accept(SpinnerCommand(name: name, isShown: true)) }

  func hide(_ name: String) { commands.accept(SpinnerCommand(name: name, isShown: false)) }

  func spinner(_ name: String) -> Signal<Bool> {
    commands.filter { $0.name == name }.map(\.isShown)
  }
}

private final class Spinner: Sendable {
  let isShown = Shared(false)
  private let unsubscribe = Shared<PublishSubject<Void>?>(nil)

  func load(_ service: SpinnerService) {
    let stop = PublishSubject<Void>()
    unsubscribe.update { $0 = stop }
    let shown = service.spinner("primary")
    _ = shown.take(until: stop).subscribe(next: { [isShown] value in isShown.update { $0 = value } })  // LEAK
  }

  func destroy() {
    let stop = unsubscribe.update { unsubscribe in
      defer { unsubscribe = nil }
      return unsubscribe
    }
    if mended {
      stop?.next()
      stop?.completed()
    }
  }
}

enum SpinnersOnPages: LeakProgram {
  static func run() {
    let service = SpinnerService()
    let overlays = Shared(0)
    let overlay = service.spinner("primary")
      .filter { $0 }
      .subscribe(next: { _ in overlays.update { $0 += 1 } })
    for _ in 0..<5 {
      let spinner = Spinner()
      spinner.load(service)
      for _ in 0..<2 {
        service.show("primary")
        pause(milliseconds: 6)
        service.hide("primary")
        pause(milliseconds: 3)
      }
      spinner.destroy()
    }
    pause(milliseconds: 60)
    service.show("primary")
    print("overlays", overlays.value)
    overlay.dispose()
    withExtendedLifetime(service) {}
  }
}
