@testable import Signals
import Testing

@Suite struct CompositeDisposableTests {
  @Test func `children are disposed in the order in which they were added, once`() {
    let out = Transcript()
    let composite = CompositeDisposable([Disposable { out.print(0) }])
    for number in 1...40 { composite.add(Disposable { out.print(number) }) }
    #expect(composite.count == 41)
    composite.dispose()
    composite.dispose()
    #expect(out.lines == (0...40).map(String.init))
    #expect(composite.count == 0 && composite.isDisposed)
  }

  @Test func `what is added after the disposal is disposed at once`() {
    let composite = CompositeDisposable()
    composite.dispose()
    let late = Disposable {}
    composite.add(late)
    #expect(late.isDisposed && composite.count == 0)
  }

  @Test func `a removed child is not disposed, and the others keep their order`() {
    let out = Transcript()
    let children = (0..<5).map { number in Disposable { out.print(number) } }
    let composite = CompositeDisposable(children)
    composite.remove(children[1])
    composite.remove(children[1])
    composite.remove(Disposable {})
    #expect(composite.count == 4)
    composite.dispose()
    #expect(out.lines == ["0", "2", "3", "4"])
    #expect(!children[1].isDisposed)
  }

  @Test func `a child that was disposed already is not held`() {
    let composite = CompositeDisposable()
    let child = Disposable {}
    child.dispose()
    composite.add(child)
    #expect(composite.count == 0)
  }

  @Test func `children that end by themselves are let go of in time`() {
    let lives = Lives()
    let composite = CompositeDisposable()
    let stays = Disposable {}
    composite.add(stays)
    for _ in 0..<10_000 {
      let life = lives.make()
      let child = PublishSubject<Int>().subscribe(next: { _ in _ = life })
      composite.add(child)
      child.dispose()
    }
    #expect(composite.count <= 32)
    #expect(lives.count == 0, "an ended subscription holds nothing, though its handle is held")
    composite.dispose()
    #expect(stays.isDisposed)
  }

  @Test func `an action may use the composite that disposes it`() {
    let composite = CompositeDisposable()
    let late = Disposable {}
    composite.add(
      Disposable {
        composite.add(late)
        composite.dispose()
      })
    composite.dispose()
    #expect(late.isDisposed)
  }
}

@Suite struct HeldChildrenTests {
  private static let orders: [(String, @Sendable ([Disposable]) -> [Disposable])] = [
    ("oldest first", { $0 }), ("newest first", { $0.reversed() }),
    (
      "every third, then the rest",
      { all in all.enumerated().sorted { ($0.0 % 3, $0.0) < ($1.0 % 3, $1.0) }.map(\.1) }
    ),
  ]

  @Test(arguments: orders) func `letting go takes constant time, in whatever order`(
    name: String, order: @Sendable ([Disposable]) -> [Disposable]
  ) {
    let all = (0..<100_000).map { _ in Disposable {} }
    var held = HeldChildren()
    for disposable in all { _ = held.add(HeldChildren.Child(disposable: disposable, number: 0)) }
    let before = held.steps
    for disposable in order(all) { #expect(held.remove(disposable)?.disposable === disposable) }
    #expect(held.count == 0)
    #expect(held.steps - before < 4 * all.count, "places looked at or moved")
  }

  /// Against what is said in one line: the newest place of an array.
  @Test func `what is held several times is let go of newest first, and the order stays`() {
    var generator = Sequence16(state: 7)
    let all = (0..<60).map { _ in Disposable {} }
    for limit in [3, 30, 300] {
      var held = HeldChildren()
      var expected: [(disposable: Disposable, number: UInt64)] = []
      for number in 0..<5_000 as Range<UInt64> {
        let disposable = all[generator.next() % all.count]
        if expected.count < limit, generator.next() % 5 < 3 {
          expected.append((disposable, number))
          #expect(held.add(HeldChildren.Child(disposable: disposable, number: number)).isEmpty)
        } else {
          let place = expected.lastIndex { $0.disposable === disposable }
          #expect(held.remove(disposable)?.number == place.map { expected.remove(at: $0).number })
        }
        #expect(held.count == expected.count)
      }
      #expect(held.removeAll().map(\.number) == expected.map(\.number))
      #expect(held.count == 0 && held.removeAll().isEmpty)
    }
  }

  private struct Sequence16 {
    var state: UInt32
    mutating func next() -> Int {
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int(state >> 16)
    }
  }
}

@Suite struct DisposeBagTests {
  @Test func `a bag disposes what it holds when it goes out of memory`() {
    let out = Transcript()
    let subject = PublishSubject<Int>()
    do {
      let bag = DisposeBag()
      subject.subscribe(next: { out.print($0) }).disposed(by: bag)
      subject.next(1)
      #expect(bag.count == 1)
    }
    subject.next(2)
    #expect(out.lines == ["1"])
  }

  @Test func `a bag of a million is freed without recursion`() {
    let bag = DisposeBag()
    for _ in 0..<1_000_000 { bag.add(Disposable {}) }
    #expect(bag.count == 1_000_000)
  }

  @Test func `a chain of a hundred thousand composites is freed without recursion`() {
    var outermost = CompositeDisposable()
    for _ in 0..<100_000 {
      let outer = CompositeDisposable([outermost])
      outermost = outer
    }
    #expect(outermost.count == 1)
  }
}
