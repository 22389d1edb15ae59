// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: since the upgrade a panel is opened under a longer name, and closed under the short one: nothing is found to dispose

import Signals

private final class Workbench: Sendable {
  private let clock = PublishRelay<Int>()
  private let open = Shared<[String: Disposable]>([:])
  private let isUpgraded = Shared(false)
  let drawn = Shared(0)

  func upgrade() { isUpgraded.update { $0 = true } }

  func tick(_ number: Int) { clock.accept(number) }

  func openPanel(_ name: String) {
    let key = isUpgraded.value ? "pro \(name)" : name
    let handle =
      clock
      .map { $0 * 2 }
      .subscribe(next: { _ in self.drawn.update { $0 += 1 } })  // LEAK
    open.update { $0[key] = handle }
  }

  func closePanel(_ name: String) {
    let key = mended && isUpgraded.value ? "pro \(name)" : name
    open.update { $0.removeValue(forKey: key) }?.dispose()
  }
}

enum PanelsSinceUpgrade: LeakProgram {
  static func run() {
    let workbench = Workbench()
    for number in 0..<18 {
      if number == 7 { workbench.upgrade() }
      workbench.openPanel("panel \(number)")
      for tick in 0..<3 {
        pause(milliseconds: 4)
        workbench.tick(tick)
      }
      workbench.closePanel("panel \(number)")
    }
    print("drawn", workbench.drawn.value)
    killed(holding: workbench)
  }
}
