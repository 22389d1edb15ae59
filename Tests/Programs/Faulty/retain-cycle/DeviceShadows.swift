// fault: retain-cycle
// verdict: suspect
// proof: run
// says: a shadow is to cancel its task as it goes, but the task holds the shadow, which therefore never goes

import Signals

/// What a server knows of a device.
private final class Shadow: Sendable {
  private let applied: Shared<Int>
  private let following = Shared<Task<Void, any Error>?>(nil)

  init(_ applied: Shared<Int>) { self.applied = applied }

  deinit { following.value?.cancel() }

  func follow(_ reports: Signal<Int>) {
    let task =
      mended
      ? Task { [weak self] in
        for try await _ in reports.values() { self?.apply() }
      }
      : Task {
        for try await _ in reports.values() { self.apply() }  // LEAK
      }
    following.update { $0 = task }
  }

  private func apply() { applied.update { $0 += 1 } }
}

/// Devices that connect, report for a while, and are forgotten.
enum DeviceShadows: LeakProgram {
  static func run() {
    let applied = Shared(0)
    let reports = PublishSubject<Int>()
    var shadows: [Int: Shadow] = [:]
    for device in 0..<12 {
      let shadow = Shadow(applied)
      shadow.follow(reports)
      shadows[device] = shadow
      shadows[device - 2] = nil
      for report in 0..<3 {
        reports.next(report)
        pause(milliseconds: 3)
      }
    }
    shadows = [:]
    pause(milliseconds: 20)
    applied.update { $0 = 0 }
    for report in 0..<20 {
      reports.next(report)
      pause(milliseconds: 3)
    }
    print("reports to forgotten shadows", applied.value)
  }
}
