import ProcessInspection

/// The reason why a program has left no recording, as far as its file tells.
struct MissingRecording {
  /// The word that was typed for the program.
  let program: String

  /// `feedd does not link Signals, and neither does a program that it started`, or another clause.
  var reason: String {
    let name = (program.split(separator: "/").last.map(String.init) ?? program).visible
    guard let path = Executable.found(program, path: Environment.current["PATH"]),
      let main = try? ProbeInventory(path: path)
    else {
      return "\(name) and the programs that it started do not link Signals, or never subscribed"
    }
    let libraries = LibrarySearch(path: Environment.current["LD_LIBRARY_PATH"]).libraries(of: path)
    let inventories = [main] + libraries.found.compactMap { try? ProbeInventory(path: $0) }
    if inventories.contains(where: \.hasRuntime) {
      return "\(name) links Signals, and no subscription of it was recorded"
    }
    return "\(name) does not link Signals, and no program that it started was recorded"
  }
}
