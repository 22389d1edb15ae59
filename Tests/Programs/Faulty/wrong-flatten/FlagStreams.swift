// fault: wrong-flatten
// verdict: suspect
// proof: run
// says: the flags of each context that there was go on streaming, and mix with those of the one that counts

import Signals
import Synchronization

private struct Context: Sendable, Hashable {
  let tenant: String
  let isBeta: Bool
}

private typealias Flags = [String: Bool]

/// The service that decides about flags, and pushes every change of them.
private final class FlagService: Sendable {
  let open = Atomic<Int>(0)
  private let pushes = QueueScheduler("pushes")

  func stream(for context: Context) -> Signal<Flags> {
    Signal<Flags>.create { [self] subscriber in
      open.add(1, ordering: .relaxed)
      subscriber.next(["dark": context.isBeta, "search": false])
      let pushing = pushes.schedule(after: .milliseconds(6), every: .milliseconds(13)) {
        subscriber.next(["dark": context.isBeta, "search": context.tenant.count % 2 == 0])
      }
      return Disposable { [self] in
        pushing.dispose()
        open.subtract(1, ordering: .relaxed)
      }
    }
  }
}

private final class FlagClient: Sendable {
  let service = FlagService()
  let flags: Property<Flags>
  private let context: MutableProperty<Context>
  private let bag = DisposeBag()

  init(_ initial: Context) {
    context = MutableProperty(initial)
    let contexts = context.signal.distinctUntilChanged()
    let changes: Signal<Flags>
    if mended {
      changes = contexts.flatMapLatest { [service] in service.stream(for: $0) }
    } else {
      changes = contexts.flatMap { [service] in service.stream(for: $0) }  // LEAK
    }
    flags = Property([:], then: changes.distinctUntilChanged())
    flags.signal
      .map { $0["search"] ?? false }
      .distinctUntilChanged()
      .throttle(for: .milliseconds(15), on: QueueScheduler("exposures"))
      .subscribe(next: { _ in })
      .disposed(by: bag)
  }

  func identify(_ new: Context) { context.set(new) }

  var openStreams: Int { service.open.load(ordering: .relaxed) }
}

private let client = FlagClient(Context(tenant: "none", isBeta: false))

enum FlagStreams: LeakProgram {
  static func run() {
    for round in 0..<5 {
      for tenant in ["acme", "globex"] {
        client.identify(Context(tenant: tenant, isBeta: round % 2 == 0))
        pause(milliseconds: 27)
      }
      client.identify(Context(tenant: "globex", isBeta: round % 2 == 0))
    }
    pause(milliseconds: 60)
    print("search", client.flags.value["search"] ?? false, "streams", client.openStreams > 0)
  }
}
