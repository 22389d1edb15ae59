// fault: handle-goes-with-its-function
// verdict: finding
// proof: run
// says: the handle that cancels as it is freed is a local; each request is cancelled as the function returns
// source: kinkofer/PokemonAPI #13
// fix: the screen keeps the handle as long as it is open

import Signals

/// Answers for berries, each over the network.
private final class BerryService: Sendable {
  let isOnline = BehaviorRelay(true)
  let sent = Shared(0)
  private let network = QueueScheduler("network")

  func fetchBerry(_ number: Int) -> Signal<String> {
    Signal<String>.deferred { [sent, network] in
      sent.update { $0 += 1 }
      return Signal<Int>.timer(after: .milliseconds(25), on: network).map { _ in "berry \(number)" }
    }
  }
}

/// A screen with one berry.
private final class BerryScreen {
  let name = Shared("")
  private let service: BerryService
  private let isEnabled = Shared(false)
  private let bag = DisposeBag()
  private var request: ScopedDisposable?

  init(_ service: BerryService) { self.service = service }

  func appear(_ number: Int) {
    service.isOnline
      .subscribe(next: { [isEnabled] value in isEnabled.update { $0 = value } })
      .disposed(by: bag)
    let show: @Sendable (String) -> Void = { [name] text in name.update { $0 = text } }
    let handle = ScopedDisposable(service.fetchBerry(number).subscribe(next: show))  // LEAK
    if mended { request = handle }
  }
}

enum BerryLookup: LeakProgram {
  static func run() {
    let service = BerryService()
    var names: [String] = []
    for number in 1...4 {
      let screen = BerryScreen(service)
      screen.appear(number)
      pause(milliseconds: 60)
      names.append(screen.name.value)
    }
    print("requests", service.sent.value, "names", names)
  }
}
