import SignalTracing
import Signals

/// A bag that gets `grown` roots which never end, one that gets `balanced` and loses each again, and one that is disposed.
func growOwners() {
  let growing = CompositeDisposable()
  let balanced = CompositeDisposable()
  let disposed = CompositeDisposable()
  var kept: [Chain] = []
  for _ in 0..<number("grown") {
    let chain = Chain()
    growing.add(chain.root)
    kept.append(chain)
  }
  for _ in 0..<number("balanced") {
    let child = Disposable {}
    balanced.add(child)
    balanced.remove(child)
  }
  for _ in 0..<number("disposed") { disposed.add(Disposable {}) }
  disposed.dispose()
  if number("wait") == 1 { sleep(milliseconds: number("milliseconds")) }
  withExtendedLifetime(kept) {}
}

/// `fast` pieces of work that begin at once, `slow` that wait for `milliseconds`, and `cancelled` that never begin.
func scheduleWork() {
  for _ in 0..<number("fast") { TracedWork(scheduler: 1, name: "fast").run {} }
  for _ in 0..<number("slow") {
    let work = TracedWork(scheduler: 2, name: "slow")
    sleep(milliseconds: number("milliseconds"))
    work.run {}
  }
  for _ in 0..<number("cancelled") { TracedWork(scheduler: 2, name: "slow").cancelled() }
}
