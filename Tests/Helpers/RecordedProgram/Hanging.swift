import Glibc
import SignalTracing
import Synchronization

/// Does what standard input says, a word a line, and then exits; prints how many milliseconds each took.
///
/// `send`: a thousand rounds more. `begin`: twenty threads record for the first time. `stop`: a thread that has recorded ends while another one stops the
/// recording.
func actBesideHungDisk(_ counters: Counters) {
  // Before the recorder's own, so that it is called after it.
  atexit { tell("exit") }
  let subscription = countedSubscription(counters, 0)
  for _ in 0..<1000 { sendRound(subscription, counters, 0) }
  while let word = readLine() {
    start()
    switch word {
    case "send":
      for _ in 0..<1000 { sendRound(subscription, counters, 0) }
    case "begin":
      onThreads(20) { _ in sendRound(subscription, counters, 0) }
    case "stop":
      let (hasSent, ends) = (Flag(), Flag())
      let ending = startThread {
        sendRound(subscription, counters, 0)
        hasSent.set()
        while !ends.isSet { usleep(1000) }
      }
      while !hasSent.isSet { usleep(1000) }
      _ = startThread { TraceRecording.stop() }
      while TraceRecording.isRecording { usleep(1000) }
      start()
      ends.set()
      pthread_join(ending, nil)
    default: fatalError(word)
    }
    tell(word)
  }
  start()
  exit(0)
}

/// Prints how many milliseconds the first subscription takes.
func tellFirst() {
  start()
  subscription().end()
  tell("first")
}

private let started = Atomic<Int>(0)

private func milliseconds() -> Int {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
}

private func start() { started.store(milliseconds(), ordering: .relaxed) }

private func tell(_ word: String) {
  let line = "\(word) \(milliseconds() - started.load(ordering: .relaxed))\n"
  _ = write(1, line, line.utf8.count)
}
