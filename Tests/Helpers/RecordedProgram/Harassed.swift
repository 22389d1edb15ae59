import Glibc
import SignalTracing
import Synchronization

/// Opens, duplicates and closes descriptors on one thread while another sends. Every descriptor is of the program's own
/// file, which must stay empty.
func churnDescriptors(path: String, _ counters: Counters, rounds: Int) {
  let isOver = Flag()
  let churn = startThread {
    let own = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    while !isOver.isSet {
      for number in 3..<600 as Range<Int32> where number != own { dup2(own, number) }
      for number in 3..<600 as Range<Int32> where number != own { close(number) }
    }
  }
  onThreads(2) { thread in
    let subscription = countedSubscription(counters, thread)
    for _ in 0..<rounds { sendRound(subscription, counters, thread) }
  }
  isOver.set()
  pthread_join(churn, nil)
}

/// Threads that are cancelled while they send, and threads that end themselves in the middle of their work.
func cancelThreads(_ counters: Counters, times: Int) {
  for index in 0..<times {
    let thread = startThread {
      let subscription = countedSubscription(counters, 0)
      var rounds = 0
      while true {
        sendRound(subscription, counters, 0)
        pthread_testcancel()
        rounds += 1
        if index % 3 == 0, rounds == 700 { pthread_exit(nil) }
      }
    }
    usleep(UInt32(index % 7) * 700)
    pthread_cancel(thread)
    pthread_join(thread, nil)
  }
}

/// Two threads end the recording at the same time while others send; prints what both were told.
func stopTwice(folder: String, times: Int) {
  for index in 0..<times {
    do { try TraceRecording.start(to: "\(folder)/\(index).rxtrace") } catch { fatalError("\(error)") }
    onThreads(2) { _ in
      let subscription = subscription()
      for value in 0..<2000 { send(value, to: subscription) }
    }
    let complete = Atomic<Int>(0)
    onThreads(3) { _ in if TraceRecording.stop() { complete.add(1, ordering: .relaxed) } }
    if complete.load(ordering: .relaxed) != 3 {
      print("recording \(index): not all were told that it is complete")
    }
  }
}

/// The last of the program's own threads ends while the first has ended long ago: so does the program.
func endByLastThread(_ counters: Counters) {
  _ = startThread {
    let subscription = countedSubscription(counters, 0)
    for _ in 0..<1000 { sendRound(subscription, counters, 0) }
  }
  pthread_exit(nil)
}

/// Says what signals did, and faults in a mapping of its own.
func faultInOwnMapping(path: String, _ counters: Counters) {
  var action = sigaction()
  action.__sigaction_handler.sa_sigaction = { _, _, _ in
    _ = write(1, "the program's own handler\n", 26)
    _exit(7)
  }
  action.sa_flags = SA_SIGINFO
  sigaction(SIGBUS, &action, nil)
  let subscription = countedSubscription(counters, 0)
  for _ in 0..<1000 { sendRound(subscription, counters, 0) }
  let own = open(path, O_RDWR | O_CREAT, 0o600)
  ftruncate(own, 4096)
  let memory = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, own, 0)
  ftruncate(own, 0)
  memory?.storeBytes(of: 1, as: UInt8.self)
  print("not reached")
}

/// Waits for a line of input before each of so many rounds, with every signal blocked. `close 3` closes a descriptor.
func sendOnDemand(_ counters: Counters) {
  var all = sigset_t()
  sigfillset(&all)
  pthread_sigmask(SIG_SETMASK, &all, nil)
  let subscription = countedSubscription(counters, 0)
  while let line = readLine() {
    if line.hasPrefix("close "), let number = Int32(line.dropFirst(6)) { close(number) }
    for _ in 0..<100 { sendRound(subscription, counters, 0) }
  }
}
