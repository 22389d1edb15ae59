import Glibc
import Testing

@testable import SignalTracing

/// The time in the name that an older recording gets, beside the C library's.
@Suite struct OlderRecordingTests {
  @Test func `every day for two centuries, and each side of midnight`() {
    for day in 0..<73_049 {
      for second in [0, 86_399] { expectAsLibrarySays(day * 86_400 + second) }
    }
  }

  @Test func `leap days, and the years that have none`() {
    for seconds in [951_782_400, 951_868_799, 951_868_800, 4_107_456_000, 4_107_542_400, 13_574_563_200] {
      expectAsLibrarySays(seconds)
    }
    #expect(OlderRecording.text(of: 951_827_696) == "20000229-123456")
  }

  @Test(arguments: [-1, Int.min, Int.max, 253_402_300_800])
  func `a time that no file has names none`(seconds: Int) {
    #expect(OlderRecording.text(of: seconds) == "older")
  }

  private func expectAsLibrarySays(_ seconds: Int) {
    var (seconds, parts) = (seconds, tm())
    gmtime_r(&seconds, &parts)
    let text = withUnsafeTemporaryAllocation(byteCount: 32, alignment: 1) { room in
      let text = room.bindMemory(to: CChar.self).baseAddress!
      strftime(text, 32, "%Y%m%d-%H%M%S", &parts)
      return String(cString: text)
    }
    let ours = OlderRecording.text(of: seconds)
    if ours != text { Issue.record("\(seconds): \(ours), \(text)") }
  }
}
