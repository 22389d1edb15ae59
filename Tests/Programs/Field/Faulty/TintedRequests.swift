// fault: sent-again-at-each-setting
// verdict: suspect
// proof: run
// says: each request follows the colour of the settings and never ends; a new colour sends all earlier requests once more
// source: angular/angular #39038
// fix: a request takes the colour once

import Signals

private final class ColourSettings: Sendable {
  let colour = BehaviorSubject("green")
}

/// Sends requests over the network.
private final class HttpBackend: Sendable {
  let handled = Shared<[String: Int]>([:])
  private let network = QueueScheduler("network")

  func handle(_ path: String, colour: String) -> Signal<String> {
    Signal<String>.deferred { [handled, network] in
      handled.update { $0[path, default: 0] += 1 }
      return Signal<Int>.timer(after: .milliseconds(5), on: network).map { _ in "\(path) in \(colour)" }
    }
  }
}

/// Adds the colour of the settings to each request.
private final class ColourInterceptor: Sendable {
  private let settings: ColourSettings
  private let backend: HttpBackend

  init(_ settings: ColourSettings, _ backend: HttpBackend) {
    self.settings = settings
    self.backend = backend
  }

  func get(_ path: String) -> Signal<String> {
    let colour = settings.colour
    if mended {
      return colour.take(1).flatMapLatest { [backend] in backend.handle(path, colour: $0) }
    }
    return colour.flatMapLatest { [backend] in backend.handle(path, colour: $0) }  // LEAK
  }
}

/// The first page, which asks for three things as it is shown.
private final class StartPage: Sendable {
  let answers = Shared(0)
  private let bag = DisposeBag()

  func show(_ http: ColourInterceptor) {
    for path in ["/user", "/news", "/weather"] {
      http.get(path)
        .subscribe(next: { [answers] _ in answers.update { $0 += 1 } })
        .disposed(by: bag)
    }
  }

  func leave() { bag.dispose() }
}

enum TintedRequests: LeakProgram {
  static func run() {
    let settings = ColourSettings()
    let backend = HttpBackend()
    let page = StartPage()
    let theme = settings.colour.distinctUntilChanged().subscribe(next: { _ in })
    page.show(ColourInterceptor(settings, backend))
    for colour in ["blue", "red", "grey", "green", "black"] {
      pause(milliseconds: 30)
      settings.colour.next(colour)
    }
    pause(milliseconds: 60)
    print("requests", backend.handled.value.values.reduce(0, +), "answers", page.answers.value)
    page.leave()
    theme.dispose()
  }
}
