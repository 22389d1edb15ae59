import Signals

let ticker = PublishSubject<Int>()
let closed = PublishSubject<Void>()

// `_ =` drops the handle: `closed` ends this subscription.
_ = ticker.take(until: closed)
  .flatMap { n in ticker.map { n * $0 } }
  .subscribe(next: { print($0) })

for n in 1...3 { ticker.next(n) }
closed.next(())
for n in 4...9 { ticker.next(n) }
