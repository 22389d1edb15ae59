// fault: overwritten-handle
// verdict: likely
// proof: run
// says: a tunnel that roams to another network begins its keep-alive anew, over the handle of the one before

import Signals

private enum Network: Sendable {
  case wifi, mobile, cable
}

/// A tunnel that stays up while the machine changes networks.
private final class Tunnel {
  let sent = Shared(0)
  private let clock: QueueScheduler
  private var keepAlive: Subscription?

  init(_ clock: QueueScheduler) { self.clock = clock }

  func roam(to network: Network) {
    if mended { keepAlive?.dispose() }
    let period: Duration = network == .mobile ? .milliseconds(4) : .milliseconds(2)
    keepAlive = Signal<Int>.interval(period, on: clock)
      .subscribe(next: { [sent] _ in sent.update { $0 += 1 } })  // LEAK
  }

  func disconnect() {
    keepAlive?.dispose()
    keepAlive = nil
  }

  /// Waits until some packets more have gone out.
  func settle() {
    let now = sent.value
    while sent.value < now + 3 { pause(milliseconds: 1) }
  }
}

enum VpnTunnel: LeakProgram {
  static func run() {
    let clock = QueueScheduler("tunnel")
    let status = Signal<Int>.interval(.milliseconds(5), on: clock).subscribe(next: { _ in })
    let tunnel = Tunnel(clock)
    for network: Network in [.wifi, .mobile, .wifi, .cable, .mobile, .wifi] {
      tunnel.roam(to: network)
      tunnel.settle()
    }
    tunnel.disconnect()
    pause(milliseconds: 90)
    status.dispose()
  }
}
