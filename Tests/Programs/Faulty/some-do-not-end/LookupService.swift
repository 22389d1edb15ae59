// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: the resolver calls back for what it finds; who asks for a name that there is not waits for ever

import Dispatch
import Signals
import Synchronization

/// Resolves names by way of an old library that calls back on a thread of its own.
private final class Resolver: Sendable {
  let asked = Atomic<Int>(0)
  private let library = DispatchQueue(label: "resolver", attributes: .concurrent)

  func address(of name: String) -> Single<String> {
    Single<String>.create { done in
      self.asked.add(1, ordering: .relaxed)
      self.library.asyncAfter(deadline: .now() + .milliseconds(2)) {
        if !name.hasSuffix(".invalid") {
          done(.success("10.0.0.\(name.utf8.count)"))
        } else if mended {
          done(.failure(CancellationError()))
        }
      }
      return nil
    }
  }
}

enum LookupService: LeakProgram {
  static func run() {
    let resolver = Resolver()
    let answers = PublishSubject<String>()
    let cache = answers.scan(into: [String]()) { $0.append($1) }.subscribe(next: { _ in })
    for number in 0..<36 {
      let name = number % 6 == 5 ? "host\(number).invalid" : "host\(number).example"
      _ = resolver.address(of: name).zip(with: .just(number))
        .subscribe(success: { answers.next($0.0) }, failure: { _ in })  // LEAK
      pause(milliseconds: 3)
    }
    pause(milliseconds: 60)
    cache.dispose()
    print("asked", resolver.asked.load(ordering: .relaxed))
  }
}
