// fault: models-work-against-each-other
// verdict: finding
// proof: nothing-recorded
// says: the menu makes the models of both flows; each of them disconnects the card reader that the other one connects
// source: woocommerce/woocommerce-ios #11282
// fix: the model of a flow is made as the user opens it, and goes as the user leaves it

import Signals

private enum ReaderKind: Sendable, CaseIterable {
  case bluetooth, tapToPay
}

/// The card reader of the shop. One is connected at a time.
private final class ReaderService: Sendable {
  let connected = BehaviorRelay<ReaderKind?>(nil)

  func connect(_ kind: ReaderKind) { connected.accept(kind) }

  func disconnect() { connected.accept(nil) }
}

/// The model of a flow for readers of one kind: another one is disconnected.
private final class ReaderFlowModel: Sendable {
  private let bag = DisposeBag()

  init(_ kind: ReaderKind, _ service: ReaderService) {
    service.connected
      .compactMap { $0 }
      .filter { $0 != kind }
      .subscribe(next: { _ in service.disconnect() })
      .disposed(by: bag)
  }
}

private final class PaymentsScreen {
  private let service: ReaderService
  private var models: [ReaderKind: ReaderFlowModel] = [:]

  init(_ service: ReaderService) {
    self.service = service
    guard !mended else { return }
    for kind in ReaderKind.allCases { models[kind] = ReaderFlowModel(kind, service) }  // LEAK
  }

  func open(_ kind: ReaderKind) { if mended { models[kind] = ReaderFlowModel(kind, service) } }

  func leave(_ kind: ReaderKind) { if mended { models[kind] = nil } }
}

enum PaymentsMenu: LeakProgram {
  static func run() {
    let service = ReaderService()
    let icon = Shared("none")
    let status = service.connected
      .subscribe(next: { kind in icon.update { $0 = kind.map { "\($0)" } ?? "none" } })
    let screen = PaymentsScreen(service)
    var paid = 0
    for kind in [ReaderKind.bluetooth, .tapToPay, .bluetooth] {
      screen.open(kind)
      pause(milliseconds: 15)
      service.connect(kind)
      pause(milliseconds: 15)
      if service.connected.value == kind { paid += 1 }
      service.disconnect()
      screen.leave(kind)
    }
    print("paid", paid, "icon", icon.value)
    status.dispose()
    withExtendedLifetime(screen) {}
  }
}
