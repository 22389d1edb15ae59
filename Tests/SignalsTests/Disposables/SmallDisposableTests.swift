import Signals
import Testing

@Suite struct SmallDisposableTests {
  let out = Transcript()

  private func printing(_ line: String) -> Disposable { Disposable { [out] in out.print(line) } }

  @Test func `two are disposed one after the other, once`() {
    let binary = BinaryDisposable(printing("first"), printing("second"))
    binary.dispose()
    binary.dispose()
    #expect(out.lines == ["first", "second"] && binary.isDisposed)
  }

  @Test func `nothing, and a flag`() {
    let nop = NopDisposable()
    nop.dispose()
    #expect(nop.isDisposed)
    let flag = BooleanDisposable()
    #expect(!flag.isDisposed && BooleanDisposable(isDisposed: true).isDisposed)
    flag.dispose()
    #expect(flag.isDisposed)
  }

  @Test func `a single assignment is disposed with its place, whichever comes first`() {
    let early = SingleAssignmentDisposable()
    early.inner = printing("early")
    early.dispose()
    let late = SingleAssignmentDisposable()
    late.dispose()
    late.inner = printing("late")
    #expect(out.lines == ["early", "late"])
  }

  @Test func `a second assignment stops the program`() async {
    await #expect(processExitsWith: .failure) {
      let place = SingleAssignmentDisposable()
      place.inner = NopDisposable()
      place.inner = NopDisposable()
    }
  }

  @Test func `what is retained is disposed with the last holder`() {
    let counted = RefCountDisposable(printing("inner"))
    let first = counted.retain()
    let second = counted.retain()
    first.dispose()
    counted.dispose()
    counted.dispose()
    #expect(out.lines == [] && counted.isDisposed)
    second.dispose()
    #expect(out.lines == ["inner"])
    counted.retain().dispose()
    #expect(out.lines == ["inner"])
  }

  @Test func `disposal may happen on a scheduler`() {
    let scheduler = VirtualTimeScheduler()
    let scheduled = ScheduledDisposable(printing("inner"), on: scheduler)
    scheduled.dispose()
    scheduled.dispose()
    #expect(out.lines == [] && scheduled.isDisposed)
    scheduler.run()
    #expect(out.lines == ["inner"])
  }
}

@Suite struct LifetimeTests {
  let out = Transcript()

  final class Owner: Sendable {
    private let life = Lifetime.make()
    var lifetime: Lifetime { life.lifetime }
  }

  @Test func `what is to end with an object ends as it goes out of memory`() {
    let subject = PublishSubject<Int>()
    var owner: Owner? = Owner()
    subject.take(during: owner!.lifetime).print(to: out)
    owner!.lifetime.onEnded { [out] in out.print("ended") }
    let calledOff = owner!.lifetime.onEnded { [out] in out.print("never") }
    calledOff.dispose()
    subject.next(1)
    #expect(!owner!.lifetime.hasEnded)
    owner = nil
    subject.next(2)
    #expect(out.lines == ["1", "|", "!", "ended"])
  }

  @Test func `a life that has ended ends at once what comes late`() {
    Lifetime.ended.onEnded { [out] in out.print("ended") }
    let late = Disposable {}
    Lifetime.ended.add(late)
    Signal<Int>.never().take(during: .ended).print(to: out)
    #expect(late.isDisposed && Lifetime.ended.hasEnded)
    #expect(out.lines == ["ended", "|", "!"])
  }

  @Test func `a life keeps nothing of what ended before it`() {
    let lives = Lives()
    let owner = Owner()
    for _ in 0..<100 {
      let life = lives.make()
      _ = Signal.of(1).do(onNext: { _ in _ = life }).take(during: owner.lifetime).subscribe()
    }
    #expect(lives.count == 0)
    withExtendedLifetime(owner) {}
  }
}
