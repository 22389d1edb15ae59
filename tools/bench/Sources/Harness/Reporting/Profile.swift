/// The functions of one of callgrind's profiles: their own instructions, their calls and their callers.
struct Profile {
  struct Function: Equatable {
    /// Instructions of the function itself, without what it called.
    var instructions = 0
    /// The instructions among them that lock memory.
    var locked = 0
    var calls = 0
    /// Calls of it, by the function that made them.
    var callers: [String: Int] = [:]
  }

  private(set) var functions: [String: Function] = [:]

  /// Instructions of all functions.
  var total: (instructions: Int, locked: Int) {
    functions.values.reduce((0, 0)) { ($0.0 + $1.instructions, $0.1 + $1.locked) }
  }

  /// Reads a profile whose strings and positions are not compressed. The line after a call has the cost of the callee,
  /// which counts as the callee's own already.
  ///
  /// - Parameter locked: the addresses in a program or library of the instructions that lock memory.
  init<Failure: Error>(
    text: String, locked: (_ object: String) throws(Failure) -> Set<UInt64>
  ) throws(Failure) {
    var function = ""
    var callee = ""
    var lockedHere: Set<UInt64> = []
    var skipsCost = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("ob=") {
        lockedHere = try locked(String(line.dropFirst(3)))
      } else if line.hasPrefix("fn=") {
        function = String(line.dropFirst(3))
      } else if line.hasPrefix("cfn=") {
        callee = String(line.dropFirst(4))
      } else if line.hasPrefix("calls=") {
        let calls = Int(line.dropFirst(6).prefix { $0 != " " }) ?? 0
        functions[callee, default: Function()].calls += calls
        functions[callee, default: Function()].callers[function, default: 0] += calls
        skipsCost = true
      } else if let first = line.first, first.isNumber {
        if !skipsCost, let cost = line.split(separator: " ").last.flatMap({ Int($0) }) {
          functions[function, default: Function()].instructions += cost
          if line.hasPrefix("0x"), let address = UInt64(line.dropFirst(2).prefix { $0 != " " }, radix: 16),
            lockedHere.contains(address)
          {
            functions[function, default: Function()].locked += cost
          }
        }
        skipsCost = false
      }
    }
  }
}

extension Profile {
  /// The functions that take the most themselves, with their instructions for each of `units`, until nearly all is
  /// told.
  func text(per units: Int) -> String {
    let total = total.instructions
    var lines = ["    self   share  locked   calls  function"]
    var told = 0
    for (name, function) in functions.sorted(by: { $0.value.instructions > $1.value.instructions }) {
      guard told < total / 100 * 97 else { break }
      told += function.instructions
      let share = Double(function.instructions) / Double(max(total, 1)) * 100
      lines.append(
        (Double(function.instructions) / Double(units)).short.padded(to: 8)
          + "\(share.short)%".padded(to: 8) + (Double(function.locked) / Double(units)).short.padded(to: 8)
          + (Double(function.calls) / Double(units)).short.padded(to: 8) + "  " + name.shortened)
    }
    return lines.joined(separator: "\n")
  }

  /// Expensive functions of the Swift runtime and the C library.
  private static let dear = [
    "swift_retain", "swift_release", "swift_allocObject", "malloc", "_swift_getGenericMetadata",
    "swift_getGenericMetadata", "__swift_instantiateGenericMetadata",
    "__swift_instantiateCanonicalPrespecializedGenericMetadata",
    "swift_getWitnessTable", "swift_beginAccess", "pthread_mutex_lock@@GLIBC_2.2.5",
  ]

  /// The callers of expensive functions, with the calls for each of `units`.
  func callers(per units: Int) -> String {
    var lines: [String] = []
    for name in Self.dear {
      guard let function = functions[name], function.calls * 10 >= units else { continue }
      lines.append("\(name): \((Double(function.calls) / Double(units)).short)")
      for (caller, calls) in function.callers.sorted(by: { $0.value > $1.value }) where calls * 10 >= units {
        lines.append((Double(calls) / Double(units)).short.padded(to: 8) + "  from " + caller.shortened)
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
  /// Names of templates are longer than anybody reads.
  fileprivate var shortened: String { count > 110 ? prefix(109) + "…" : self }
}
