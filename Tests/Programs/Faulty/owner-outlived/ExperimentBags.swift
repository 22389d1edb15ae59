// fault: owner-outlived
// verdict: likely
// proof: run
// says: a helper keeps the bag of each object in a table of the module, from which it is not taken as the object goes

import Signals

private let bags = Shared<[String: DisposeBag]>([:])

/// Gives every object a bag without a line in its class.
private protocol HasDisposeBag: AnyObject, Sendable {
  var identifier: String { get }
}

extension HasDisposeBag {
  var disposeBag: DisposeBag {
    bags.update { bags in
      if let bag = bags[identifier] { return bag }
      let bag = DisposeBag(of: self)  // LEAK
      bags[identifier] = bag
      return bag
    }
  }
}

/// The button that half of the users see in green.
private final class BuyButton: HasDisposeBag {
  let identifier: String
  private let color = Shared("blue")

  init(_ number: Int, _ flags: Signal<Bool>, late: Shared<Int>) {
    identifier = "buy-\(number)"
    flags
      .subscribe(next: { [weak self] isGreen in  // LEAK
        guard let self else { return late.update { $0 += 1 } }
        color.update { $0 = isGreen ? "green" : "blue" }
      })
      .disposed(by: disposeBag)
  }

  deinit { if mended { bags.update { [identifier] in $0[identifier] = nil } } }
}

enum ExperimentBags: LeakProgram {
  static func run() {
    let flags = BehaviorSubject(false)
    let late = Shared(0)
    for number in 0..<7 {
      let button = BuyButton(number, flags, late: late)
      flags.next(number % 2 == 0)
      pause(milliseconds: 8)
      withExtendedLifetime(button) {}
    }
    for assignment in 0..<8 { flags.next(assignment % 2 == 0) }
    print("late", late.value, "flags for buttons that are gone")
  }
}
