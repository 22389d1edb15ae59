// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: each watch fires once and is set again; what is returned forgets the first of them, not the one that is set now

import Signals
import Synchronization

/// A coordination service whose watches fire once.
private final class Ensemble: Sendable {
  private struct Watch: Sendable {
    let path: String
    let fire: @Sendable (Int) -> Void
  }
  private struct State: Sendable {
    var last = 0
    var watches: [Int: Watch] = [:]
  }
  private let state = Shared(State())

  var watchCount: Int { state.value.watches.count }

  func watchOnce(_ path: String, _ fire: @escaping @Sendable (Int) -> Void) -> Int {
    state.update { state in
      state.last += 1
      state.watches[state.last] = Watch(path: path, fire: fire)
      return state.last
    }
  }

  func forget(_ number: Int) { state.update { $0.watches[number] = nil } }

  func write(_ path: String, version: Int) {
    let fired = state.update { state in
      let fired = state.watches.filter { $0.value.path == path }
      for number in fired.keys { state.watches[number] = nil }
      return fired
    }
    for (_, watch) in fired.sorted(by: { $0.key < $1.key }) { watch.fire(version) }
  }

  /// The versions of a node, as it changes.
  func versions(of path: String) -> Signal<Int> {
    Signal<Int>.create { subscriber in  // LEAK
      let armed = SerialDisposable()
      @Sendable func arm() {
        let number = self.watchOnce(path) { version in
          arm()
          subscriber.next(version)
        }
        armed.inner = Disposable { self.forget(number) }
      }
      arm()
      return mended ? armed : armed.inner  // LEAK
    }
  }
}

/// Takes its settings from a node for as long as it works.
private final class QueueWorker: Sendable {
  let settings = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ ensemble: Ensemble, shard: Int) {
    ensemble.versions(of: "/workers/\(shard % 2)")
      .distinctUntilChanged()
      .subscribe(next: { [weak self] version in self?.settings.store(version, ordering: .relaxed) })
      .disposed(by: bag)
  }

  func stop() { bag.dispose() }
}

enum ZnodeWatches: LeakProgram {
  static func run() {
    let ensemble = Ensemble()
    var seen = 0
    for shard in 0..<9 {
      let worker = QueueWorker(ensemble, shard: shard)
      for version in 1...4 {
        ensemble.write("/workers/\(version % 2)", version: shard * 10 + version)
        pause(milliseconds: 6)
      }
      seen = max(seen, worker.settings.load(ordering: .relaxed))
      worker.stop()
    }
    for version in 100..<108 {
      ensemble.write("/workers/\(version % 2)", version: version)
      pause(milliseconds: 10)
    }
    print("last", seen, "watches", ensemble.watchCount)
  }
}
