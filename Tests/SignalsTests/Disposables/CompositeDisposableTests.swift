import Signals
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
