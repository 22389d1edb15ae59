import Signals
import Synchronization
import Testing

/// Every operator with more than one source, with its sources on threads of their own, and disposal on another.
@Suite struct SourceRaceTests {
  typealias Operator = @Sendable (Signal<Int>, Signal<Int>) -> Signal<Int>

  static let operators: [(String, Operator)] = [
    ("amb", { $0.amb($1) }),
    ("bind", { left, right in left.bind { value, stop in value == 7 ? nil : right } }),
    ("combineLatest", { combineLatest($0, $1).map { $0 + $1 } }),
    ("concat", { $0.concat($1) }),
    ("concatMap", { left, right in left.concatMap { _ in right.take(2) } }),
    ("flatMap", { left, right in left.flatMap { _ in right.take(2) } }),
    ("flatMap of two", { left, right in left.flatMap(maxConcurrent: 2) { _ in right.take(2) } }),
    ("flatMapFirst", { left, right in left.flatMapFirst { _ in right.take(2) } }),
    ("flatMapLatest", { left, right in left.flatMapLatest { _ in right } }),
    ("flatMapRace", { left, right in left.flatMapRace { _ in right } }),
    ("groupBy", { left, right in left.merge(right).groupBy { $0 % 3 }.flatMap { $0.take(2) } }),
    ("merge", { $0.merge($1) }),
    ("multicast", { left, right in left.merge(right).multicast(ReplaySubject(capacity: 2)).autoconnect() }),
    ("repeat", { left, right in left.merge(right).take(3).repeat(3) }),
    (
      "retry(when:)",
      { left, right in
        left.map { _ in throw Broken() }.retry { errors in errors.merge(right.map { _ in throw Broken() }) }
      }
    ),
    ("sample", { $0.sample(on: $1) }),
    ("share", { left, right in left.merge(right).share(replay: 1) }),
    ("skip(until:)", { left, right in left.skip(until: right) }),
    ("take(until:)", { left, right in left.take(until: right.skip(5)) }),
    ("take(untilReplacement:)", { left, right in left.take(untilReplacement: right.skip(5)) }),
    ("withLatestFrom", { left, right in left.withLatestFrom(right) }),
    ("zip", { zip($0, $1).map { $0 + $1 } }),
  ]

  private static let rounds = 60

  @Test(arguments: operators.indices)
  func `sources on two threads never overlap, and end once`(index: Int) {
    let (name, make) = Self.operators[index]
    for round in 0..<Self.rounds {
      let left = PublishSubject<Int>()
      let right = PublishSubject<Int>()
      let tally = Watch()
      _ = make(left, right).subscribe(
        next: { _ in tally.next() }, error: { _ in tally.end() }, completed: { tally.end() },
        disposed: { tally.disposed() })
      together(
        {
          for value in 0..<200 { left.next(value) }
          if round % 3 == 0 { left.error(Broken()) } else { left.completed() }
        },
        {
          for value in 0..<200 { right.next(value) }
          right.completed()
        })
      #expect(tally.faults == 0, "\(name)")
    }
  }

  @Test(arguments: operators.indices)
  func `disposal that races both sources happens once, and nothing is left behind`(index: Int) {
    let (name, make) = Self.operators[index]
    for _ in 0..<Self.rounds {
      let lives = Lives()
      let left = PublishSubject<Int>()
      let right = PublishSubject<Int>()
      let tally = Watch()
      let handle = {
        let life = lives.make()
        return make(left.map { value in withExtendedLifetime(life) { value } }, right).subscribe(
          next: { _ in tally.next() }, error: { _ in tally.end() }, completed: { tally.end() },
          disposed: { tally.disposed() })
      }()
      together(
        { for value in 0..<10 { left.next(value) } }, { for value in 0..<10 { right.next(value) } },
        { handle.dispose() })
      #expect(tally.faults == 0 && tally.disposals == 1, "\(name)")
      left.completed()
      right.completed()
      #expect(lives.count == 0, "\(name)")
    }
  }
}

/// Watches the grammar from several threads.
private final class Watch: Sendable {
  private let inside = Atomic<Int>(0)
  private let ends = Atomic<Int>(0)
  private let faulty = Atomic<Int>(0)
  private let disposes = Atomic<Int>(0)

  var faults: Int { faulty.load(ordering: .relaxed) }
  var disposals: Int { disposes.load(ordering: .relaxed) }

  func next() {
    enter()
    if ends.load(ordering: .relaxed) > 0 { fault() }
    leave()
  }

  func end() {
    enter()
    if ends.add(1, ordering: .relaxed).oldValue > 0 { fault() }
    leave()
  }

  func disposed() {
    if disposes.add(1, ordering: .relaxed).oldValue > 0 { fault() }
  }

  private func enter() {
    if inside.add(1, ordering: .relaxed).oldValue > 0 { fault() }
  }
  private func leave() { inside.subtract(1, ordering: .relaxed) }
  private func fault() { faulty.add(1, ordering: .relaxed) }
}
