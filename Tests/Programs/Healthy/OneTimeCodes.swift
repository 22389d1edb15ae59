// healthy: one cold single asked for by many tasks within a few milliseconds
// says: A code is good for one door and one time: each door that opens has to ask for a code of its own.
// allows: nothing

import Signals

private actor Vault {
  private var last = 4_000

  func newCode() -> Int {
    last += 7
    return last
  }
}

/// A door, which remembers the code that has opened it.
private actor Door {
  private let code: Single<Int>
  private(set) var opened: Int?

  init(_ code: Single<Int>) { self.code = code }

  func open() async throws {
    let code = try await code.value()
    try await Task.sleep(for: .milliseconds(1))
    opened = code
  }
}

enum OneTimeCodes: LeakProgram {
  static func run() {
    let vault = Vault()
    let code = Single<Int>.fromAsync {
      try await Task.sleep(for: .milliseconds(8))
      return await vault.newCode()
    }
    let done = Flag()
    Task {
      for _ in 0..<5 {
        let doors = (0..<6).map { _ in Door(code) }
        try? await withThrowingTaskGroup(of: Void.self) { group in
          for door in doors {
            group.addTask { try await door.open() }
            try await Task.sleep(for: .milliseconds(1))
          }
          try await group.waitForAll()
        }
        var codes = Set<Int>()
        for door in doors {
          if let code = await door.opened { codes.insert(code) }
        }
        print("codes", codes.count)
      }
      done.raise()
    }
    done.wait()
  }
}
