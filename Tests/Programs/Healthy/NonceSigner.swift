// healthy: one cold signal that several subscribe to at the same time, each with work of its own
// says: A nonce may be used once: whoever signs asks the security module for one of their own.
// allows: suspect

import Dispatch
import Signals
import Synchronization

private struct Nonce: Sendable, Hashable {
  let value: Int
}

private struct Signature: Sendable {
  let document: Int
  let nonce: Nonce
}

/// The security module: slow, and never the same number twice.
private final class SecurityModule: Sendable {
  /// Each subscription draws a number.
  let nonce: Signal<Nonce>

  init() {
    let slots = (0..<4).map { _ in QueueScheduler("module slot") }
    let drawn = Shared(0)
    nonce = Signal<Nonce>.create { subscriber in
      let number = drawn.update { count in
        count += 1
        return count
      }
      return slots[number % slots.count].schedule(after: .milliseconds(8)) {
        subscriber.next(Nonce(value: number &* 7919))
        subscriber.completed()
      }
    }
  }
}

/// Signs documents with three keys, each with a nonce of its own.
private final class SigningDesk: Sendable {
  let signatures = Shared<[Signature]>([])
  private let module: SecurityModule
  private let keys = 3

  init(_ module: SecurityModule) { self.module = module }

  func sign(_ document: Int) -> Signal<[Signature]> {
    let each = (0..<keys).map { _ in
      module.nonce.map { Signature(document: document, nonce: $0) }
    }
    return combineLatest(each)
      .timeout(.milliseconds(400), on: QueueScheduler("signing desk"))
      .do(onNext: { [signatures] new in signatures.update { $0 += new } })
  }

  var isEachNonceUsedOnce: Bool {
    let all = signatures.value.map(\.nonce)
    return Set(all).count == all.count
  }
}

/// Clerks bring documents at the same time.
private final class Clerk: Sendable {
  private let desk: SigningDesk
  private let queue: DispatchQueue
  private let done = DispatchGroup()

  init(_ name: String, _ desk: SigningDesk) {
    self.desk = desk
    queue = DispatchQueue(label: name)
  }

  func bring(_ document: Int) {
    done.enter()
    queue.async { [desk, done] in
      _ = desk.sign(document).subscribe(
        error: { print("not signed", $0) }, disposed: { done.leave() })
      pause(milliseconds: 7)
    }
  }

  func wait() { done.wait() }
}

enum NonceSigner: LeakProgram {
  static func run() {
    let desk = SigningDesk(SecurityModule())
    let clerks = [Clerk("north", desk), Clerk("south", desk)]
    for document in 0..<16 {
      clerks[document % 2].bring(document)
      pause(milliseconds: 10)
    }
    clerks.forEach { $0.wait() }
    print("signatures", desk.signatures.value.count, "once each", desk.isEachNonceUsedOnce)
  }
}
