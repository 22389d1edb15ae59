import Glibc
import RxTraceCommands

useOneHeap()
exit(Invocation.run(Array(CommandLine.arguments.dropFirst())))

/// One heap for all threads: one thread reads and gives memory back, the thread that goes on with the work
/// takes it again. With a heap for each, the forest of a large recording lies in memory almost twice.
///
/// glibc has threads' heaps, and `mallopt`, of which its module map does not tell.
func useOneHeap() {
  let mostHeaps: Int32 = -8
  guard let symbol = dlsym(nil, "mallopt") else { return }
  let set = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
  _ = set(mostHeaps, 1)
}
