public import Harness
import Signals

/// What the contract says, as programs: forms of the core must agree in them to the letter.
public let contractScenarios: [Scenario] = endings + disposals + deliveries + flattenings + sharings

private struct Failure: Error, CustomStringConvertible {
  let description: String
}

extension Signal {
  @discardableResult
  fileprivate func heard(_ transcript: Transcript, _ name: String = "") -> Subscription {
    subscribe(
      next: { transcript.print("\(name)next \($0)") },
      error: { transcript.print("\(name)error \($0)") },
      completed: { transcript.print("\(name)completed") },
      disposed: { transcript.print("\(name)disposed") })
  }
}

private let endings = [
  Scenario("what comes after the end is dropped") { transcript in
    Signal<Int>.create { subscriber in
      subscriber.next(1)
      subscriber.completed()
      subscriber.next(2)
      subscriber.completed()
      subscriber.error(Failure(description: "late"))
      return Disposable { transcript.print("source disposed") }
    }.map { $0 * 2 }.heard(transcript)
  },
  Scenario("an error goes down the chain") { transcript in
    let subject = PublishSubject<Int>()
    subject.map { $0 + 1 }.filter { $0 > 1 }.scan(0) { $0 + $1 }.take(5).heard(transcript)
    for value in 0..<3 { subject.next(value) }
    subject.error(Failure(description: "broken"))
    subject.next(9)
    subject.heard(transcript, "late ")
  },
  Scenario("a closure that throws ends what is above and below") { transcript in
    let subject = PublishSubject<Int>()
    subject.map { value in
      if value == 2 { throw Failure(description: "two") }
      return value
    }.filter { $0 != 7 }.heard(transcript)
    for value in 0..<4 { subject.next(value) }
    transcript.print("subscribers: \(subject.hasSubscribers)")
  },
  Scenario("take completes after its last value, above first") { transcript in
    Signal<Int>.create { subscriber in
      for value in 0..<4 where subscriber.isOpen { subscriber.next(value) }
      return Disposable { transcript.print("source disposed") }
    }.take(2).heard(transcript)
    Signal<Int>.never().take(0).heard(transcript, "none ")
  },
]

private let disposals = [
  Scenario("disposal from outside, twice") { transcript in
    let subscription = Signal<Int>.create { _ in Disposable { transcript.print("source disposed") } }
      .map { $0 }.filter { _ in true }.heard(transcript)
    subscription.dispose()
    subscription.dispose()
    transcript.print("disposed: \(subscription.isDisposed)")
  },
  Scenario("disposal while a value is delivered") { transcript in
    let subject = PublishSubject<Int>()
    let place = SerialDisposable()
    place.inner = subject.map { $0 }.subscribe(
      next: { value in
        transcript.print("next \(value)")
        if value == 1 { place.dispose() }
        transcript.print("after \(value)")
      }, disposed: { transcript.print("disposed") })
    for value in 0..<3 { subject.next(value) }
  },
  Scenario("chains of a thousand operators, and descriptions of a hundred thousand") { transcript in
    let subject = PublishSubject<Int>()
    var chain: Signal<Int> = subject
    for _ in 0..<1000 { chain = chain.map { $0 + 1 } }
    chain.heard(transcript)
    subject.next(1)
    subject.completed()
    for _ in 0..<100_000 { chain = chain.filter { _ in true } }
  },
]

private let deliveries = [
  Scenario("what is sent from within waits its turn") { transcript in
    let subject = PublishSubject<Int>()
    _ = subject.map { $0 }.subscribe(next: { value in
      transcript.print("first \(value)")
      if value < 3 { subject.next(value + 1) }
      transcript.print("first is done with \(value)")
    })
    subject.heard(transcript, "second ")
    subject.next(1)
    subject.completed()
  },
  Scenario("subscribers come and go during delivery") { transcript in
    let subject = PublishSubject<Int>()
    let place = SerialDisposable()
    _ = subject.subscribe(next: { value in
      transcript.print("first \(value)")
      if value == 1 { place.dispose() }
      if value == 1 { subject.map { $0 * 10 }.heard(transcript, "newcomer ") }
    })
    place.inner = subject.heard(transcript, "second ")
    for value in 0..<3 { subject.next(value) }
    subject.completed()
  },
]

private let flattenings = [
  Scenario("flatMap ends with its last inner signal") { transcript in
    let (outer, inner) = (PublishSubject<Int>(), PublishSubject<Int>())
    outer.flatMap { value in value == 0 ? Signal.just(7) : inner.map { $0 * value } }.heard(transcript)
    for value in 0..<3 { outer.next(value) }
    inner.next(1)
    outer.completed()
    inner.next(2)
    inner.completed()
  },
  Scenario("flatMap fails with an inner signal, or with its closure") { transcript in
    let (outer, inner) = (PublishSubject<Int>(), PublishSubject<Int>())
    outer.flatMap { _ in inner }.heard(transcript)
    outer.next(1)
    inner.error(Failure(description: "inner"))
    transcript.print("subscribers: \(outer.hasSubscribers)")
    let another = PublishSubject<Int>()
    another.flatMap { _ -> Signal<Int> in throw Failure(description: "closure") }.heard(transcript)
    another.next(1)
  },
  Scenario("switchToLatest leaves the signal before") { transcript in
    let outer = PublishSubject<Signal<Int>>()
    let inners = [PublishSubject<Int>(), PublishSubject<Int>()]
    outer.switchToLatest().heard(transcript)
    for inner in inners {
      outer.next(inner)
      for (index, inner) in inners.enumerated() { inner.next(index) }
    }
    transcript.print("subscribers: \(inners[0].hasSubscribers) \(inners[1].hasSubscribers)")
    outer.completed()
    inners[1].completed()
  },
  Scenario("combineLatest ends with its last source, or with the first error") { transcript in
    let (left, right) = (PublishSubject<Int>(), PublishSubject<String>())
    let both = left.combineLatest(with: right).map { "\($0.0)\($0.1)" }
    both.heard(transcript)
    both.take(1).heard(transcript, "one ")
    left.next(1)
    right.next("a")
    left.next(2)
    left.completed()
    right.next("b")
    right.error(Failure(description: "right"))
  },
]

private let sharings = [
  Scenario("share subscribes once, and anew after the last has left") { transcript in
    let shared = Signal<Int>.create { subscriber in
      transcript.print("begins")
      subscriber.next(1)
      return Disposable { transcript.print("ends") }
    }.share()
    let first = shared.heard(transcript, "first ")
    let second = shared.heard(transcript, "second ")
    first.dispose()
    second.dispose()
    shared.heard(transcript, "third ").dispose()
  },
  Scenario("share(replay:) keeps what was sent, and passes the end on") { transcript in
    let subject = PublishSubject<Int>()
    let shared = subject.map { $0 }.share(replay: 2)
    shared.heard(transcript, "early ")
    for value in 0..<3 { subject.next(value) }
    shared.heard(transcript, "late ")
    subject.completed()
  },
]
