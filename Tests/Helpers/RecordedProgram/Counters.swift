import Glibc
import Synchronization

/// Two counters a thread in a file that the test maps as well: events begun, and events that the recorder has
/// returned from. They outlive the process.
struct Counters: @unchecked Sendable {
  // Each thread has a cache line of its own; the words are atomic.
  private let words: UnsafeMutablePointer<Atomic<UInt64>>
  private let size: Int

  init(path: String, threads: Int) {
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    size = threads * 64
    guard descriptor >= 0, ftruncate(descriptor, off_t(size)) == 0,
      let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
    else { fatalError("cannot map \(path)") }
    words = memory.bindMemory(to: Atomic<UInt64>.self, capacity: threads * 8)
  }

  /// From now on what this process counts is seen by nobody.
  func leave() {
    _ = mmap(words, size, PROT_READ | PROT_WRITE, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
  }

  func begun(_ thread: Int) -> UnsafeMutablePointer<Atomic<UInt64>> { words + thread * 8 }
  func done(_ thread: Int) -> UnsafeMutablePointer<Atomic<UInt64>> { words + thread * 8 + 1 }
}
