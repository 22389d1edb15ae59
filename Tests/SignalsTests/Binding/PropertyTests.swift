import Signals
import Testing

@Suite struct PropertyTests {
  let out = Transcript()

  @Test func `the value comes first, then every change, and the end with the property`() {
    var property: MutableProperty? = MutableProperty(1)
    property!.signal.print(to: out)
    property!.set(2)
    #expect(property!.swap(3) == 2)
    #expect(property!.value == 3)
    property = nil
    #expect(out.lines == ["1", "2", "3", "|", "!"])
  }

  @Test func `a value that is set can be read at once, and is delivered in its turn`() {
    let property = MutableProperty(1)
    _ = property.signal.subscribe(next: { [out] value in
      if value == 2 {
        property.set(3)
        out.print("set \(property.value)")
      }
      out.print(value)
    })
    property.set(2)
    #expect(out.lines == ["1", "set 3", "2", "3"])
  }

  @Test func `changes in place are never lost, and subscribers see each`() async {
    let property = MutableProperty(0)
    let heard = Heard()
    _ = property.signal.subscribe(next: { heard.add($0) })
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<2_000 { property.modify { $0 += 1 } } }
      }
    }
    #expect(property.value == 8_000)
    #expect(heard.values == Array(0...8_000))
  }

  @Test func `a derived property follows, as long as it lives`() {
    let source = PublishSubject<Int>()
    let lengths = Property(0, then: source)
    var doubled: Property<Int>? = lengths.map { $0 * 2 }
    doubled!.signal.print(to: out)
    source.next(3)
    #expect(lengths.value == 3 && doubled!.value == 6)
    doubled = nil
    source.next(4)
    #expect(out.lines == ["0", "6", "|", "!"])
    #expect(Property(7).value == 7)
  }

  @Test func `a derived property that ends keeps its value`() {
    let property = Property(0, then: Signal.of(1, 2))
    #expect(property.value == 2)
    #expect(property.signal.transcript == ["2", "|", "!"])
  }

  @Test func `properties are joined`() {
    let (number, letter) = (MutableProperty(1), MutableProperty("x"))
    let (both, pairs) = (number.combineLatest(with: letter), number.zip(with: letter))
    both.signal.map { "\($0)\($1)" }.print(to: out, "both ")
    pairs.signal.map { "\($0)\($1)" }.print(to: out, "pair ")
    number.set(2)
    number.set(3)
    letter.set("y")
    #expect(both.value.0 == 3 && both.value.1 == "y")
    #expect(pairs.value.0 == 2 && pairs.value.1 == "y")
    #expect(out.lines == ["both 1x", "pair 1x", "both 2x", "both 3x", "both 3y", "pair 2y"])
  }

  @Test func `a property follows the newest of others, and keeps it in memory`() {
    let (chosen, first) = (MutableProperty("a"), MutableProperty(1))
    let second = PublishSubject<Int>()
    let followed = chosen.flatMapLatest { name in name == "a" ? first : Property(4, then: second) }
    followed.signal.print(to: out)
    first.set(2)
    chosen.set("b")
    first.set(3)
    second.next(5)
    #expect(followed.value == 5)
    #expect(out.lines == ["1", "2", "4", "5"])
  }

  @Test func `a property leaves out repeats`() {
    let property = MutableProperty(1)
    let distinct = property.distinctUntilChanged()
    distinct.signal.print(to: out)
    for value in [1, 2, 2, 1] { property.set(value) }
    #expect(distinct.value == 1)
    #expect(out.lines == ["1", "2", "1"])
  }

  @Test func `properties that are true or false are joined`() {
    let (left, right) = (MutableProperty(true), MutableProperty(false))
    let (both, either, neither) = (left.and(right), left.or(right), left.or(right).not())
    #expect(!both.value && either.value)
    right.set(true)
    #expect(both.value && either.value)
    left.set(false)
    right.set(false)
    #expect(!both.value && !either.value)
    // It followed one that was in nobody's hands, which ended.
    #expect(!neither.value)
  }

  @Test func `a property refuses what its check refuses, and says why`() {
    let property = ValidatingProperty(5) { $0 < 0 ? .failure(Broken()) : .success(min($0, 9)) }
    property.accepted.signal.print(to: out)
    property.outcome.signal.map { "\($0.proposed) is \($0.value)\($0.error == nil ? "" : " still")" }
      .print(to: out)
    #expect(property.set(12).value == 9)
    #expect(property.set(-1).error is Broken)
    #expect(property.value == 9 && property.accepted.value == 9)
    #expect(out.lines == ["5", "5 is 5", "9", "12 is 9", "-1 is 9 still"])
    #expect(ValidatingProperty(-1) { _ in .failure(Broken()) }.outcome.value.error is Broken)
  }

  @Test func `a signal is bound to a property`() {
    let source = PublishSubject<Int>()
    let property = MutableProperty(0)
    _ = source.bind(to: property)
    source.next(1)
    #expect(property.value == 1)
  }
}

@Suite struct ChannelTests {
  let out = Transcript()

  @Test func `what is sent to one end comes out of the other`() {
    let channel = Channel<Int>()
    channel.leading.print(to: out, "leading ")
    channel.following.print(to: out, "following ")
    channel.leading.next(1)
    channel.following.next(2)
    #expect(out.lines == ["following 1", "leading 2"])
  }

  @Test func `the following end tells what was last sent to the leading one`() {
    let channel = Channel<Int>()
    channel.leading.next(1)
    channel.following.next(2)
    channel.following.print(to: out, "following ")
    channel.leading.print(to: out, "leading ")
    #expect(out.lines == ["following 1"])
  }

  @Test func `the end of one is the end of both`() {
    let channel = Channel<Int>()
    channel.leading.next(1)
    channel.following.completed()
    channel.leading.next(2)
    #expect(channel.leading.transcript == ["|", "!"])
    #expect(channel.following.transcript == ["1", "|", "!"])
    let failing = Channel<Int>()
    failing.leading.error(Broken())
    #expect(failing.leading.transcript == ["#broken", "!"])
    #expect(failing.following.transcript == ["#broken", "!"])
  }
}

@Suite struct ActionTests {
  let out = Transcript()
  let work = PublishSubject<Int>()

  @Test func `one execution runs at a time`() {
    let action = Action<Int, Int> { [work] offset in work.map { $0 + offset } }
    action.values.print(to: out, "value ")
    action.isEnabled.signal.print(to: out, "enabled ")
    action.isExecuting.signal.print(to: out, "executing ")
    action.execute(10).print(to: out, "result ")
    work.next(1)
    #expect(action.execute(20).transcript == ["#disabled", "!"])
    work.completed()
    #expect(
      out.lines == [
        "enabled true", "executing false", "executing true", "enabled false", "value 11", "result 11",
        "executing false", "enabled true", "result |", "result !",
      ])
  }

  @Test func `errors are values, and executions never fail`() {
    let action = Action<Int, Int> { value in
      if value == 0 { throw Broken() }
      return .fail(Broken())
    }
    action.errors.print(to: out, "error ")
    action.executions.merge().print(to: out, "execution ")
    action.execute(0).print(to: out, "first ")
    action.execute(1).print(to: out, "second ")
    #expect(!action.isExecuting.value)
    #expect(
      out.lines == ["error broken", "first #broken", "first !", "error broken", "second #broken", "second !"])
  }

  @Test func `permission decides, and concurrency may be allowed`() {
    let permission = PublishSubject<Bool>()
    let action = Action<Int, Int>(enabledIf: permission, allowsConcurrency: true) { [work] _ in work }
    action.execute(1)
    action.execute(2)
    #expect(action.isEnabled.value && action.isExecuting.value)
    permission.next(false)
    #expect(!action.isEnabled.value)
    #expect(action.execute(3).transcript == ["#disabled", "!"])
  }

  @Test func `an action tells its completions, refusals and all events`() {
    let action = Action<Int, Int> { value in
      if value == 0 { throw Broken() }
      return .of(value, value + 1)
    }
    action.events.map { event in
      switch event {
      case .next(let value): "\(value)"
      case .error(let error): "#\(error)"
      case .completed: "|"
      }
    }.print(to: out)
    action.completions.map { "completed" }.print(to: out)
    action.execute(1)
    action.execute(0)
    #expect(out.take() == ["1", "2", "completed", "|", "#broken"])
    let busy = Action<Int, Int> { [work] _ in work }
    busy.disabledErrors.map { "refused" }.print(to: out)
    busy.execute(1)
    busy.execute(2)
    #expect(out.lines == ["refused"])
  }

  @Test func `an action works on the value of a property`() {
    let state = MutableProperty(0)
    let action = Action<Int, Int>(state: state, enabledIf: { $0 > 0 }) { .just($0 * $1) }
    #expect(!action.isEnabled.value)
    #expect(action.execute(3).transcript == ["#disabled", "!"])
    state.set(2)
    #expect(action.execute(3).transcript == ["6", "|", "!"])
  }
}
