// fault: removed-undisposed
// verdict: likely
// proof: run
// says: a backend that is drained is taken out of what the proxy holds, which does not end its probe

import Signals

private struct Refused: Error {}

/// A server behind the proxy.
private final class Backend: Sendable {
  let name: String
  private let breaksAfter: Int
  private let clock: QueueScheduler

  init(_ name: String, breaksAfter: Int, clock: QueueScheduler) {
    self.name = name
    self.breaksAfter = breaksAfter
    self.clock = clock
  }

  func probe() -> Signal<Bool> {
    Signal<Int>.timer(after: .milliseconds(2), every: .milliseconds(7), on: clock)
      .map { [breaksAfter] count in
        if count >= breaksAfter { throw Refused() }
        return true
      }
  }
}

private final class UpstreamPool: Sendable {
  private let probes = CompositeDisposable()
  private let byName = Shared<[String: Disposable]>([:])
  private let healthy = MutableProperty<Set<String>>([])
  private let bag = DisposeBag()

  init(log: PublishRelay<String>) {
    healthy.signal
      .map(\.count)
      .distinctUntilChanged()
      .map { "\($0) in rotation" }
      .bind(to: log)
      .disposed(by: bag)
  }

  var names: [String] { byName.value.keys.sorted() }

  func add(_ backend: Backend) {
    let probe = backend.probe()
      .subscribe(
        next: { [healthy] _ in healthy.modify { _ = $0.insert(backend.name) } },
        error: { [weak self] _ in self?.fail(backend.name) })
    byName.update { $0[backend.name] = probe }
    probes.add(probe)
  }

  /// Takes a backend out of rotation for an update of it.
  func drain(_ name: String) {
    guard let probe = byName.update({ $0.removeValue(forKey: name) }) else { return }
    healthy.modify { $0.remove(name) }
    probes.remove(probe)  // LEAK
    if mended { probe.dispose() }
  }

  private func fail(_ name: String) {
    byName.update { $0[name] = nil }
    healthy.modify { $0.remove(name) }
  }

  func stop() {
    probes.dispose()
    bag.dispose()
  }
}

enum UpstreamDrain: LeakProgram {
  static func run() {
    let clock = QueueScheduler("probes")
    let log = PublishRelay<String>()
    let pool = UpstreamPool(log: log)
    for wave in 0..<4 {
      for index in 0..<4 {
        let breaksAfter = index == 3 ? 4 : 10_000
        pool.add(Backend("backend\(wave)\(index)", breaksAfter: breaksAfter, clock: clock))
      }
      pause(milliseconds: 40)
      pool.drain("backend\(wave)0")
      if wave > 0 { pool.drain("backend\(wave - 1)1") }
    }
    let left = pool.names
    pool.stop()
    pause(milliseconds: 90)
    print("in rotation at the end", left.count)
  }
}
