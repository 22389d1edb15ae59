import Glibc
import Synchronization

/// The page through which an observer asks a running process for a recording; see `request.h`.
///
/// It holds numbers only. No content of the page makes its reader trap.
package final class ControlPage {
  /// The states of a request.
  package enum State: UInt32 {
    case none, asked, starting, recording, endAsked, left, ending, refused
  }

  /// The reason why a process cannot record.
  package enum Refusal: Hashable, Sendable {
    case alreadyRecording
    case noFile(SystemError)
    case noThread(SystemError)
    case unknown(UInt32)
  }

  /// The recording that is asked for.
  package struct Request: Sendable {
    /// Bytes; 0 for no limit.
    package var maximumSize: UInt64 = 0
    /// Bytes of each value; 0 for none.
    package var valueLimit: UInt32 = 0
    package var leavesValuesOut = false

    package init() {}
  }

  private enum Place {
    static let words = [0, 8, 16, 24, 32]
    static let layout = 256, state = 260, process = 264, beat = 272, maximumSize = 280, valueLimit = 288
    static let leavesValuesOut = 292, reason = 296, error = 300
  }
  private static let size = 4096
  private static let name = "rxtrace-control"
  /// RX_OBSERVER.
  private static let observer: UInt64 = 4

  private let link: String
  private let descriptor: Int32
  private let memory: UnsafeMutableRawPointer

  /// The pages of a process, one for each runtime in it. Throws if its descriptors are not to be looked at.
  package static func all(of process: RunningProcess) throws(SystemError) -> [ControlPage] {
    let owner = UInt64(process.ownNumber)
    let links = try MemoryFile.all(named: name, of: process.pid)
    return (links.isEmpty ? MemoryFile.mapped(named: name, of: process.pid) : links)
      .compactMap { ControlPage(at: $0) }.filter { $0.layout == 1 && $0.process == owner }
  }

  /// Nil if the link leads to anything else.
  private init?(at link: String) {
    guard let descriptor = MemoryFile.open(link, O_RDWR) else { return nil }
    var status = stat()
    guard MemoryFile.keepsSize(descriptor), fstat(descriptor, &status) == 0, status.st_size == Self.size,
      let memory = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      memory != MAP_FAILED
    else {
      close(descriptor)
      return nil
    }
    (self.link, self.descriptor, self.memory) = (link, descriptor, memory)
  }

  deinit {
    munmap(memory, Self.size)
    close(descriptor)
  }

  /// Takes the page for this observer alone, until it ends. False if another one has it.
  package func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  /// Whether the process still has the page. A process that runs another program by now has it no more.
  package var isHeld: Bool {
    var (own, its) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && stat(link, &its) == 0 && own.st_ino == its.st_ino
  }

  /// Nil for a state that this version does not know.
  package var state: State? { State(rawValue: word(Place.state).pointee.load(ordering: .acquiring)) }

  /// Whether the end of a recording was asked for, and is not there yet.
  package var isEnding: Bool { [.endAsked, .left, .ending].contains(state) }

  package var refusal: Refusal {
    let error = SystemError(Int32(truncatingIfNeeded: word(Place.error).pointee.load(ordering: .relaxed)))
    return switch word(Place.reason).pointee.load(ordering: .relaxed) {
    case 1: .alreadyRecording
    case 2: .noFile(error)
    case 3: .noThread(error)
    case let other: .unknown(other)
    }
  }

  /// Asks for a recording, which begins with the next event of the process. False if the process records for
  /// an observer already.
  package func ask(for request: Request) -> Bool {
    let state = word(Place.state)
    let current = state.pointee.load(ordering: .acquiring)
    guard
      current == State.none.rawValue || current == State.refused.rawValue || current == State.asked.rawValue
    else { return false }
    giveSign()
    number(Place.maximumSize).pointee.store(request.maximumSize, ordering: .relaxed)
    word(Place.valueLimit).pointee.store(request.valueLimit, ordering: .relaxed)
    word(Place.leavesValuesOut).pointee.store(request.leavesValuesOut ? 1 : 0, ordering: .relaxed)
    let isAsked = state.pointee.compareExchange(
      expected: current, desired: State.asked.rawValue, ordering: .acquiringAndReleasing
    ).exchanged
    if isAsked { call() }
    return isAsked
  }

  /// Tells the process that the observer is there. To be called every second.
  package func giveSign() { number(Place.beat).pointee.wrappingAdd(1, ordering: .relaxed) }

  /// Takes a request back that the process has not answered yet. False if it has.
  package func withdraw() -> Bool { move(.asked, .none) }

  /// Asks for the end of the recording. False if the process does not record for an observer.
  package func askForEnd() -> Bool {
    guard move(.recording, .endAsked) else { return false }
    call()
    return true
  }

  /// Lets the next event of the process find the request.
  private func call() {
    for place in Place.words {
      number(place).pointee.bitwiseOr(Self.observer, ordering: .sequentiallyConsistent)
    }
  }

  private func move(_ from: State, _ to: State) -> Bool {
    word(Place.state).pointee.compareExchange(
      expected: from.rawValue, desired: to.rawValue, ordering: .acquiringAndReleasing
    ).exchanged
  }

  /// Whether the page is the file of this descriptor.
  func isOf(_ other: Int32) -> Bool {
    var (own, its) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && fstat(other, &its) == 0 && own.st_ino == its.st_ino
  }

  private var layout: UInt32 { word(Place.layout).pointee.load(ordering: .relaxed) }
  private var process: UInt64 { number(Place.process).pointee.load(ordering: .relaxed) }

  private func word(_ place: Int) -> UnsafeMutablePointer<Atomic<UInt32>> {
    (memory + place).assumingMemoryBound(to: Atomic<UInt32>.self)
  }

  private func number(_ place: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    (memory + place).assumingMemoryBound(to: Atomic<UInt64>.self)
  }
}
