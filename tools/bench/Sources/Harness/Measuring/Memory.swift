import Glibc

/// Makes living subscriptions in this process, which did nothing else, and prints the bytes and nanoseconds of each.
func printMemory(of contestant: Contestant, count: Int, operators: Int) {
  guard let live = contestant.live else { return }
  // Memory that is made only once is not counted.
  withExtendedLifetime(live(1000, operators)) {}
  let before = residentBytes()
  let start = Clock.thread.now
  let kept = live(count, operators)
  let time = Clock.thread.now - start
  let after = residentBytes()
  print("\(Double(after - before) / Double(count))\t\(time / Double(count))")
  withExtendedLifetime(kept) {
    // The process ends here: to free so many subscriptions would only take time.
    fflush(nil)
    _exit(0)
  }
}

/// Prints how long the first subscription of this process took, in nanoseconds.
func printFirst(of contestant: Contestant) {
  guard let subscribe = contestant.subscribeOnce else { return }
  let start = Clock.thread.now
  subscribe()
  print(Clock.thread.now - start)
}

private func residentBytes() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 256)
  guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
  let text = String(decoding: line.map { UInt8(bitPattern: $0) }.prefix { $0 != 0 }, as: UTF8.self)
  let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  return pages * sysconf(Int32(_SC_PAGESIZE))
}
