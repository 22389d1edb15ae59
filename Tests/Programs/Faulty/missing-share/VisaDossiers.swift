// fault: missing-share
// verdict: finding
// proof: run
// says: three requests of one dossier begin at the same time, and each signs in anew, for the session is cold

import Signals

private struct Dossier: Sendable {
  let passport: String
  let stamps: Int
  let fee: Int
}

/// A consulate that wants a session with every request.
private final class Consulate: Sendable {
  let signIns = Shared(0)

  func session() -> Single<Int> {
    let session = Single<Int>.fromAsync { [signIns] in  // LEAK
      try await Task.sleep(for: .milliseconds(15))
      return signIns.update { count in
        count += 1
        return count
      }
    }
    return mended ? session.signal.share(replay: 1, scope: .forever).asSingle() : session
  }

  func passport(of applicant: Int, in session: Int) async throws -> String {
    try await Task.sleep(for: .milliseconds(3))
    return "P\(applicant)"
  }

  func stamps(of applicant: Int, in session: Int) async throws -> Int {
    try await Task.sleep(for: .milliseconds(5))
    return applicant % 7
  }

  func fee(of applicant: Int, in session: Int) async throws -> Int {
    try await Task.sleep(for: .milliseconds(4))
    return 80 + applicant
  }
}

private func dossier(of applicant: Int, from consulate: Consulate) async throws -> Dossier {
  let session = consulate.session()
  async let passport = consulate.passport(of: applicant, in: session.value())  // LEAK
  async let stamps = consulate.stamps(of: applicant, in: session.value())  // LEAK
  async let fee = consulate.fee(of: applicant, in: session.value())  // LEAK
  return try await Dossier(passport: passport, stamps: stamps, fee: fee)
}

/// Puts together what belongs to each applicant, one after the other.
enum VisaDossiers: LeakProgram {
  static func run() {
    let consulate = Consulate()
    let done = Flag()
    let fees = Shared(0)
    Task {
      for applicant in 0..<6 {
        if let dossier = try? await dossier(of: applicant, from: consulate) {
          fees.update { $0 += dossier.fee }
        }
      }
      done.raise()
    }
    done.wait()
    print("fees", fees.value, "signed in", consulate.signIns.value)
  }
}
