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
}
