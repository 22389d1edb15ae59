import CRecordedProgram
import Glibc
import SignalTracing
import Synchronization
import TraceFormat

/// Four subscriptions live on, and others come and go, one a millisecond; the first one sends values.
///
/// - Parameter how: `closed` closes all descriptors first, `exec` runs another program after SIGUSR1, `plain` does neither.
func churnLives(_ how: String) {
  if how == "closed" { for descriptor in 3..<Int32(1024) { close(descriptor) } }
  signal(SIGUSR1) { _ in isAsked.store(true, ordering: .relaxed) }
  print("ready")
  fflush(nil)
  let kept = (0..<4).map { _ in subscription("kept") }
  for value in 0... {
    send(value, to: kept[0])
    let churned = subscription("churned")
    if TracedSubscription.livesAreWatched { churned.disposed(.explicit) }
    churned.end()
    usleep(1000)
    if how == "exec", isAsked.load(ordering: .relaxed) {
      var words: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("60"), nil]
      execvp("sleep", &words)
    }
  }
}

private let isAsked = Atomic<Bool>(false)

/// Sends without a pause. After SIGUSR1 it does so under a filter that kills for every system call that is not
/// listed.
func sendAndFilterLater() {
  make_room_for_malloc()
  signal(SIGUSR1) { _ in isAsked.store(true, ordering: .relaxed) }
  let kept = subscription("kept")
  var isFiltered = false
  for value in 0... {
    send(value, to: kept)
    let churned = subscription("churned")
    if TracedSubscription.livesAreWatched { churned.disposed(.explicit) }
    churned.end()
    if !isFiltered, isAsked.load(ordering: .relaxed) {
      isFiltered = true
      guard allow_only_what_is_listed() == 0 else { exit(65) }
    }
  }
}
