// fault: loop-holds-its-owner
// verdict: suspect
// proof: run
// says: the model is held from before the loop to its end, which never comes; it outlives its window and reads on
// source: partout-io/partout #371
// fix: the model is held within the loop only, for one value at a time

import Signals

private enum TunnelStatus: String, Sendable {
  case inactive, activating, active, deactivating
}

/// The tunnel of the application, which outlives its windows.
private final class Tunnel: Sendable {
  let status = BehaviorSubject(TunnelStatus.inactive)

  func toggle() {
    let isOn = status.value == .active
    status.next(isOn ? .deactivating : .activating)
    pause(milliseconds: 4)
    status.next(isOn ? .inactive : .active)
  }
}

/// What a window shows of the tunnel.
private final class TunnelModel: Sendable {
  private let title = Shared("")
  private let alive: Shared<Int>
  private let observation = Shared<Task<Void, any Error>?>(nil)

  init(counting alive: Shared<Int>) {
    self.alive = alive
    alive.update { $0 += 1 }
  }

  deinit {
    observation.value?.cancel()
    alive.update { $0 -= 1 }
  }

  func observe(_ tunnel: Tunnel) {
    let task = Task { [weak self] in
      if mended {
        for try await status in tunnel.status.values() { self?.show(status) }
      } else {
        guard let self else { return }
        for try await status in tunnel.status.values() { self.show(status) }  // LEAK
      }
    }
    observation.update { $0 = task }
  }

  private func show(_ status: TunnelStatus) { title.update { $0 = status.rawValue } }
}

enum TunnelWindows: LeakProgram {
  static func run() {
    let tunnel = Tunnel()
    let alive = Shared(0)
    let menu = tunnel.status.map { $0 == .active }.distinctUntilChanged().subscribe(next: { _ in })
    for _ in 0..<4 {
      let window = TunnelModel(counting: alive)
      window.observe(tunnel)
      pause(milliseconds: 6)
      tunnel.toggle()
      pause(milliseconds: 6)
      withExtendedLifetime(window) {}
    }
    pause(milliseconds: 20)
    tunnel.toggle()
    print("models alive", alive.value)
    menu.dispose()
  }
}
