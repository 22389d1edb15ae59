import Glibc
import Synchronization
import Testing
import TraceFixtures

@testable import ProcessInspection

/// The page through which a process is asked for a recording.
@Suite struct ControlPageTests {
  /// A page as a process has it, among this one's descriptors.
  private final class Sample {
    static let name = "rxtrace-control"
    let descriptor: Int32

    init(size: Int = 4096, seals: Int32 = 2 | 4 | 1) {
      // The C library's header shows the function to C alone.
      typealias Make = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
      let make = unsafeBitCast(dlsym(nil, "memfd_create"), to: Make.self)
      // Closed on exec, and can be sealed.
      descriptor = make(Self.name, 1 | 2)
      ftruncate(descriptor, off_t(size))
      _ = fcntl(descriptor, 1033, seals)
    }

    deinit { close(descriptor) }

    func put(_ number: UInt64, at place: Int, count: Int = 8) {
      withUnsafeBytes(of: number) { _ = pwrite(descriptor, $0.baseAddress!, count, off_t(place)) }
    }

    func number(at place: Int) -> UInt64 {
      var number: UInt64 = 0
      pread(descriptor, &number, 8, off_t(place))
      return number
    }
  }

  private func page(_ sample: Sample) throws -> ControlPage? {
    let own = try #require(RunningProcess(getpid()))
    // Other tests have pages as well.
    return try withExtendedLifetime(sample) {
      try ControlPage.all(of: own).first { page in page.isOf(sample.descriptor) }
    }
  }

  private func sample() -> Sample {
    let sample = Sample()
    sample.put(1, at: 256, count: 4)
    sample.put(UInt64(getpid()), at: 264)
    return sample
  }

  @Test func `a request is written before the words that let events find it`() throws {
    let sample = sample()
    let page = try #require(try page(sample))
    var request = ControlPage.Request()
    request.maximumSize = 1 << 20
    request.valueLimit = 80
    request.leavesValuesOut = true
    #expect(page.ask(for: request))
    #expect(page.state == .asked && sample.number(at: 280) == 1 << 20)
    #expect(sample.number(at: 288) == 80 | 1 << 32 && sample.number(at: 272) == 1)
    for place in stride(from: 0, to: 40, by: 8) { #expect(sample.number(at: place) == 4) }
    #expect(page.withdraw() && page.state == ControlPage.State.none)
  }

  @Test func `the end is asked for only while the process records`() throws {
    let sample = sample()
    let page = try #require(try page(sample))
    for state in [0, 1, 2, 4, 5, 6, 7] as [UInt64] {
      sample.put(state, at: 260, count: 4)
      #expect(!page.askForEnd())
    }
    sample.put(3, at: 260, count: 4)
    #expect(!page.ask(for: .init()) && page.askForEnd() && page.state == .endAsked)
  }

  @Test func `a refusal has its reason`() throws {
    let sample = sample()
    let page = try #require(try page(sample))
    sample.put(2, at: 296, count: 4)
    sample.put(UInt64(ENOSPC), at: 300, count: 4)
    #expect(page.refusal == .noFile(SystemError(ENOSPC)))
    sample.put(77, at: 296, count: 4)
    #expect(page.refusal == .unknown(77))
  }

  @Test func `a page of another process, of another form, or that can be cut is none`() throws {
    let other = sample()
    other.put(UInt64(getpid()) + 1, at: 264)
    #expect(try page(other) == nil)
    let later = sample()
    later.put(2, at: 256, count: 4)
    #expect(try page(later) == nil)
    #expect(try page(Sample(size: 100)) == nil)
    #expect(try page(Sample(seals: 4)) == nil)
  }

  @Test func `whatever bytes the page has, its reader does not trap`() throws {
    var random = SeededRandom(seed: SeededRandom.seedOfRun)
    let sample = sample()
    let page = try #require(try page(sample))
    for _ in 0..<2000 {
      for place in stride(from: 256, to: 304, by: 8) where Bool.random(using: &random) {
        sample.put(random.next(), at: place)
      }
      _ = page.state
      _ = page.refusal
      _ = page.ask(for: .init())
      _ = page.askForEnd()
      page.giveSign()
      _ = page.withdraw()
    }
  }

  @Test func `one observer at a time has the page`() throws {
    let sample = sample()
    let (first, second) = (try page(sample), try page(sample))
    #expect(first?.lock() == true && second?.lock() == false)
  }
}
