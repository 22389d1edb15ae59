// fault: some-do-not-end
// verdict: likely
// proof: run
// says: a deed that lacks a signature is put aside without a word to who registers it, and that registration never ends

import Signals

private struct Deed: Sendable {
  let number: Int
  let isSigned: Bool
}

private struct Unsigned: Error {
  let number: Int
}

/// A notary, who calls back when a deed has been registered.
private final class Notary: Sendable {
  private let office = QueueScheduler("office")

  func register(_ deed: Deed) -> Single<String> {
    Single<String>.create { [office] done in  // LEAK
      office.schedule(after: .milliseconds(4)) {
        guard deed.isSigned else {
          print("deed", deed.number, "lacks a signature")
          if mended { done(.failure(Unsigned(number: deed.number))) }
          return  // LEAK
        }
        done(.success("R\(deed.number)"))
      }
    }
  }
}

enum NotaryDeeds: LeakProgram {
  static func run() {
    let notary = Notary()
    let registered = Shared<[String]>([])
    let returned = Shared(0)
    for number in 0..<26 {
      let deed = Deed(number: number, isSigned: number % 6 != 2)
      _ = notary.register(deed)
        .subscribe(  // LEAK
          success: { entry in registered.update { $0.append(entry) } },
          failure: { _ in returned.update { $0 += 1 } })
      pause(milliseconds: 5)
    }
    pause(milliseconds: 120)
    print("registered", registered.value.count, "returned", returned.value)
  }
}
