import Signals

/// The chain that most scenarios send through: `numbers` to `map` to `filter`, which lets every second one pass, to a root.
struct Chain {
  let numbers = PublishSubject<Int>()
  let root: Subscription

  init(bag: DisposeBag? = nil) {
    root = numbers.map { $0 + 1 }.filter { $0 % 2 == 0 }.subscribe(next: { _ in }, error: { _ in })
    if let bag { root.disposed(by: bag) }
  }

  func send(_ count: Int) {
    for value in 0..<max(0, count) { numbers.next(value) }
  }
}

struct Failure: Error, CustomStringConvertible {
  let description: String
}

/// `roots` chains that get `values` values each; then so many of them complete, fail, are disposed by hand and by a bag.
/// The rest stays.
func runChains() {
  let bag = DisposeBag()
  let ends = ["completed", "failed", "disposed", "bagged"].flatMap { name in
    Array(repeating: name, count: number(name))
  }
  let chains = (0..<number("roots")).map { index in
    Chain(bag: index < ends.count && ends[index] == "bagged" ? bag : nil)
  }
  for chain in chains { chain.send(number("values")) }
  for (chain, end) in zip(chains, ends) {
    switch end {
    case "completed": chain.numbers.completed()
    case "failed": chain.numbers.error(Failure(description: "no connection"))
    case "disposed": chain.root.dispose()
    default: break
    }
  }
  withExtendedLifetime(chains) { withExtendedLifetime(bag) {} }
}

/// `values` values through an operator that takes `microseconds` for each.
func runSlowOperator() {
  let numbers = PublishSubject<Int>()
  let microseconds = UInt64(number("microseconds"))
  let root = numbers.scan(0) { sum, value in
    let end = monotonicNanoseconds() + microseconds * 1000
    while monotonicNanoseconds() < end {}
    return sum + value
  }.subscribe(next: { _ in })
  for value in 0..<number("values") { numbers.next(value) }
  root.dispose()
}

/// `left` roots that are never ended and `ended` roots that are, in turn; then `milliseconds` of nothing.
func leakSome() {
  var kept: [Chain] = []
  for index in 0..<max(number("left"), number("ended")) {
    if index < number("left") { kept.append(Chain()) }
    if index < number("ended") { Chain().root.dispose() }
  }
  sleep(milliseconds: number("milliseconds"))
  // Some end after they had become old.
  for chain in kept.prefix(number("late")) { chain.root.dispose() }
  sleep(milliseconds: number("milliseconds") / 2)
}

/// Every error goes through three gates and a root; `values` values before it.
func fail() {
  for index in 0..<number("failed") {
    let chain = Chain()
    chain.send(number("values"))
    chain.numbers.error(Failure(description: index % 2 == 0 ? "no connection" : "not found"))
  }
}
