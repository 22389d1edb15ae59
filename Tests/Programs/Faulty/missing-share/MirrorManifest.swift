// fault: missing-share
// verdict: finding
// proof: run
// says: three views of one manifest are three downloads of it, all at once, at every refresh

import Signals

private struct Manifest: Sendable {
  let names: [String]
  let sizes: [Int]
  let checksums: [UInt64]
}

/// The server that is mirrored.
private actor Origin {
  private(set) var downloads = 0

  func manifest(of channel: String) async throws -> Manifest {
    downloads += 1
    try await Task.sleep(for: .milliseconds(9))
    let names = (0..<6).map { "\(channel)-\($0).tar" }
    return Manifest(names: names, sizes: names.map(\.count), checksums: names.map { UInt64($0.count * 31) })
  }
}

private struct Plan: Sendable {
  let wanted: [String]
  let bytes: Int
}

private final class Mirror: Sendable {
  let origin = Origin()
  let plans = Shared<[Plan]>([])
  private let refreshes = PublishSubject<String>()
  private let bag = DisposeBag()

  init() {
    refreshes
      .flatMapFirst { [weak self] channel in self?.plan(channel) ?? .empty() }
      .deliver(on: QueueScheduler("plans"))
      .subscribe(next: { [plans] plan in plans.update { $0.append(plan) } })
      .disposed(by: bag)
  }

  private func download(_ channel: String) -> Signal<Manifest> {
    let download = Signal.fromAsync { [origin] in try await origin.manifest(of: channel) }.retry(1)  // LEAK
    return mended ? download.share(replay: 1) : download
  }

  private func plan(_ channel: String) -> Signal<Plan> {
    let manifest = download(channel)  // LEAK
    let names = manifest.map { $0.names.filter { !$0.hasSuffix("-0.tar") } }
    let bytes = manifest.map { $0.sizes.reduce(0, +) }
    let isIntact = manifest.map { $0.checksums.allSatisfy { $0 > 0 } }
    return combineLatest(names, bytes, isIntact)
      .compactMap { names, bytes, isIntact in isIntact ? Plan(wanted: names, bytes: bytes) : nil }
      .catch { _ in .empty() }
  }

  func refresh(_ channel: String) { refreshes.next(channel) }
  func stop() { bag.dispose() }
}

enum MirrorManifest: LeakProgram {
  static func run() {
    let mirror = Mirror()
    for round in 0..<9 {
      mirror.refresh(round % 2 == 0 ? "stable" : "nightly")
      pause(milliseconds: 30)
    }
    mirror.stop()
    print("plans", mirror.plans.value.count, "files", mirror.plans.value.last?.wanted.count ?? 0)
  }
}
