import CRecordedProgram
import Glibc
import SignalTracing
import TraceFormat

/// Sends some rounds and ends without a chance to say so.
func endAbruptly(_ way: String, _ counters: Counters) {
  let subscription = countedSubscription(counters, 0)
  for _ in 0..<1000 { sendRound(subscription, counters, 0) }
  switch way {
  case "exit": exit(3)
  case "_exit": _exit(3)
  case "abort": abort()
  case "fault": UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
  case "kill": kill(getpid(), SIGKILL)
  case "exec":
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
    execv("/bin/true", &arguments)
  case "thread":
    // The last thread ends by itself while another one has ended the process.
    onThreads(1) { _ in sendRound(subscription, counters, 0) }
  default: fatalError(way)
  }
}

/// Threads that come one after the other, each with a few events; prints descriptors and kilobytes used
/// before and after; no kilobytes under a sanitizer, which keeps memory of its own for each thread.
func comeAndGo(threads: Int) {
  func usage() -> String {
    var pages = 0
    if let file = fopen("/proc/self/statm", "r") {
      defer { fclose(file) }
      var line = [UInt8](repeating: 0, count: 256)
      let count = fread(&line, 1, line.count, file)
      let fields = String(decoding: line[..<count], as: UTF8.self).split(separator: " ")
      pages = fields.dropFirst().first.flatMap { Int($0) } ?? 0
    }
    var descriptors = 0
    for descriptor in 0..<4096 as Range<Int32> where fcntl(descriptor, F_GETFD) >= 0 { descriptors += 1 }
    return "\(descriptors) \(allocations_are_counted ? pages * 4 : 0)"
  }
  func one() {
    onThreads(1) { _ in
      let subscription = subscription()
      send(1, to: subscription)
      subscription.disposed(.explicit)
      subscription.end()
    }
  }
  for _ in 0..<100 { one() }
  print(usage())
  for _ in 0..<threads - 100 { one() }
  print(usage())
}

/// Closes every descriptor, as daemons do, opens a file of its own, and goes on sending.
func closeEverything(path: String, _ counters: Counters) {
  let subscription = countedSubscription(counters, 0)
  for _ in 0..<1000 { sendRound(subscription, counters, 0) }
  for descriptor in 3..<4096 as Range<Int32> { close(descriptor) }
  // The program's own file at every number that the recorder may have had.
  let own = open(path, O_RDWR | O_CREAT, 0o600)
  for descriptor in 4..<700 as Range<Int32> { dup2(own, descriptor) }
  for _ in 0..<3000 { sendRound(subscription, counters, 0) }
}

/// `fork` and `raw` children that send as well; `handler` forks in a signal handler that interrupts the
/// recorder.
func forkChildren(_ way: String, _ counters: Counters) {
  let subscription = countedSubscription(counters, 0)
  for _ in 0..<1000 { sendRound(subscription, counters, 0) }
  if way == "handler" {
    sharedCounters = counters
    signal(SIGALRM) { _ in if fork() == 0 { leaveParent() } }
    for _ in 0..<20 {
      ualarm(500, 0)
      for _ in 0..<2000 where !isChild { sendRound(subscription, counters, 0) }
      if isChild { break }
    }
    if isChild { for _ in 0..<100 { sendRound(subscription, counters, 1) } }
    while wait(nil) > 0 || errno == EINTR {}
    return
  }
  let child = way == "raw" ? fork_without_handlers() : fork()
  if child == 0 {
    // The parent's subscription, and two of the child's own.
    for _ in 0..<1000 { send(1, to: subscription) }
    let own = countedSubscription(counters, 1)
    for _ in 0..<2000 { sendRound(own, counters, 1) }
    exit(0)
  }
  for _ in 0..<2000 { sendRound(subscription, counters, 0) }
  waitpid(child, nil, 0)
}

/// The interrupted round goes on in the child, which must not count for the parent.
private func leaveParent() {
  isChild = true
  sharedCounters?.leave()
}

// Used by the one thread that there is and its signal handler, which may interrupt any access.
@exclusivity(unchecked) private nonisolated(unsafe) var isChild = false
@exclusivity(unchecked) private nonisolated(unsafe) var sharedCounters: Counters?
