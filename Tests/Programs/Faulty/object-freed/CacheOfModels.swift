// fault: object-freed
// verdict: suspect
// proof: run
// says: a model that is thrown out of the cache goes, but its handle is a plain one: what it heard it hears on, for nobody

import Signals

/// A cache of five models that hear of changes.
enum CacheOfModels: LeakProgram {
  static func run() {
    let changes = PublishSubject<Int>()
    var cache: [Model] = []
    for key in 0..<25 {
      cache.append(Model(key, changes))
      if cache.count > 5 { cache.removeFirst() }
      changes.next(key)
      pause(milliseconds: 2)
    }
    for model in cache { model.forget() }
    cache = []
    for change in 0..<10 { changes.next(change) }
    pause(milliseconds: 20)
  }
}

private final class Model {
  private let stamp = Shared(0)
  private let hearing: Disposable

  init(_ key: Int, _ changes: Signal<Int>) {
    let handle = changes.filter { $0 > key }
      .subscribe(next: { [weak stamp] change in stamp?.update { $0 = change } })  // LEAK
    hearing = mended ? ScopedDisposable(handle) : handle
  }

  func forget() { hearing.dispose() }
}
