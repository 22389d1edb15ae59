import Harness
import Signals
import SignalsFoundation

extension Contestant {
  mutating func addHoldings() {
    holdings = [
      Holding("a subject's subscribers, the oldest leaves first") { count in
        let subject = PublishSubject<Int>()
        let handles = (0..<count).map { _ in subject.subscribe(next: { sum &+= $0 }) }
        subject.next(1)
        for handle in handles { handle.dispose() }
      },
      Holding("a subject's subscribers, the newest leaves first") { count in
        let subject = PublishSubject<Int>()
        let handles = (0..<count).map { _ in subject.subscribe(next: { sum &+= $0 }) }
        for handle in handles.reversed() { handle.dispose() }
      },
      Holding("subscribers of a share") { count in
        let subject = PublishSubject<Int>()
        let shared = subject.share()
        let handles = (0..<count).map { _ in shared.subscribe(next: { sum &+= $0 }) }
        subject.next(1)
        for handle in handles { handle.dispose() }
      },
      Holding("inner signals of flatMap, the oldest ends first") { count in
        let outer = PublishSubject<PublishSubject<Int>>()
        let inners = (0..<count).map { _ in PublishSubject<Int>() }
        let handle = outer.flatMap { $0 as Signal<Int> }.subscribe(next: { sum &+= $0 })
        for inner in inners { outer.next(inner) }
        for inner in inners { inner.next(1) }
        for inner in inners { inner.completed() }
        handle.dispose()
      },
      Holding("inner signals of flatMap, all are disposed") { count in
        let outer = PublishSubject<PublishSubject<Int>>()
        let inners = (0..<count).map { _ in PublishSubject<Int>() }
        let handle = outer.flatMap { $0 as Signal<Int> }.subscribe(next: { sum &+= $0 })
        for inner in inners { outer.next(inner) }
        handle.dispose()
      },
      Holding("signals that wait in concat") { count in
        let outer = PublishSubject<Signal<Int>>()
        _ = outer.concat().subscribe(next: { sum &+= $0 })
        let first = PublishSubject<Int>()
        outer.next(first)
        for value in 1..<count { outer.next(.just(value)) }
        first.completed()
        outer.completed()
      },
      Holding("groups of groupBy") { count in
        let subject = PublishSubject<Int>()
        _ = subject.groupBy { $0 }.flatMap { $0 as Signal<Int> }.subscribe(next: { sum &+= $0 })
        for value in 0..<count { subject.next(value) }
        for value in 0..<count { subject.next(value) }
        subject.completed()
      },
      Holding("sources of merge") { count in
        let sources = (0..<count).map { _ in PublishSubject<Int>() }
        _ = Signal.merge(sources.map { $0 as Signal<Int> }).subscribe(next: { sum &+= $0 })
        for source in sources { source.next(1) }
        for source in sources { source.completed() }
      },
      Holding("sources of combineLatest") { count in
        let sources = (0..<count).map { _ in PublishSubject<Int>() }
        _ = combineLatest(sources.map { $0 as Signal<Int> }).subscribe(next: { sum &+= $0[0] })
        for source in sources { source.next(1) }
        for source in sources { source.next(2) }
        for source in sources { source.completed() }
      },
      Holding("members of a composite, the oldest is removed first") { count in
        let composite = CompositeDisposable()
        let members = (0..<count).map { _ in Disposable() }
        for member in members { composite.add(member) }
        for member in members { composite.remove(member) }
      },
      Holding("members of a composite, the newest is removed first") { count in
        let composite = CompositeDisposable()
        let members = (0..<count).map { _ in Disposable() }
        for member in members { composite.add(member) }
        for member in members.reversed() { composite.remove(member) }
      },
      Holding("subscriptions in a bag, each ends by itself") { count in
        let bag = DisposeBag()
        let subjects = (0..<count).map { _ in PublishSubject<Int>() }
        for subject in subjects { subject.subscribe(next: { sum &+= $0 }).disposed(by: bag) }
        for subject in subjects { subject.completed() }
        bag.dispose()
      },
      Holding("timers, the oldest is cancelled first") { count in
        let scheduler = VirtualTimeScheduler()
        let timers = (0..<count).map { number in
          scheduler.schedule(after: .seconds(number * 7 % count)) { sum &+= 1 }
        }
        for timer in timers { timer.dispose() }
        scheduler.run()
      },
      Holding("timers that run") { count in
        let scheduler = VirtualTimeScheduler()
        for number in 0..<count { scheduler.schedule(after: .seconds(number * 7 % count)) { sum &+= 1 } }
        scheduler.run()
      },
      Holding("timers of a run loop, the last comes first") { count in
        let scheduler = RunLoopScheduler()
        let timers = (0..<count).map { number in
          scheduler.schedule(after: .seconds(3600 + count - number)) { sum &+= 1 }
        }
        for timer in timers { timer.dispose() }
      },
      Holding("values that wait for their turn") { count in
        let subject = PublishSubject<Int>()
        _ = subject.subscribe(next: { [subject] value in
          sum &+= value
          if value == 0 { for value in 1..<count { subject.next(value) } }
        })
        subject.next(0)
        subject.completed()
      },
      Holding("values that wait for a scheduler") { count in
        let subject = PublishSubject<Int>()
        let scheduler = VirtualTimeScheduler()
        _ = subject.deliver(on: scheduler).subscribe(next: { sum &+= $0 })
        for value in 0..<count { subject.next(value) }
        scheduler.run()
        subject.completed()
        scheduler.run()
      },
      Holding("values that wait for their delay") { count in
        let subject = PublishSubject<Int>()
        let scheduler = VirtualTimeScheduler()
        _ = subject.delay(for: .seconds(1), on: scheduler).subscribe(next: { sum &+= $0 })
        for value in 0..<count { subject.next(value) }
        subject.completed()
        scheduler.run()
      },
      Holding("values that wait for zip") { count in
        let (a, b) = (PublishSubject<Int>(), PublishSubject<Int>())
        _ = zip(a as Signal<Int>, b as Signal<Int>).subscribe(next: { sum &+= $0 &+ $1 })
        for value in 0..<count { a.next(value) }
        for value in 0..<count { b.next(value) }
        a.completed()
      },
      Holding("values that a subject replays") { count in
        let subject = ReplaySubject<Int>(capacity: count)
        for value in 0..<count * 2 { subject.next(value) }
        _ = subject.subscribe(next: { sum &+= $0 })
        subject.completed()
      },
      Holding("the last values") { count in
        let subject = PublishSubject<Int>()
        _ = subject.takeLast(count).subscribe(next: { sum &+= $0 })
        for value in 0..<count * 2 { subject.next(value) }
        subject.completed()
      },
      Holding("operators in a chain") { count in
        // The contract ends at 10,000.
        for _ in 0..<max(1, count / 10_000) {
          let subject = PublishSubject<Int>()
          var chain: Signal<Int> = subject
          for _ in 0..<min(count, 10_000) { chain = chain.map { $0 &+ 1 } }
          chain.subscribe(next: { sum &+= $0 }).dispose()
        }
      },
    ]
  }
}
