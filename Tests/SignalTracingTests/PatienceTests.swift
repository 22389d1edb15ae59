import SignalTracing
import Testing

@Suite struct PatienceTests {
  @Test func `a long wait sleeps, so that a thread of lower priority can go on`() {
    var patience = Patience()
    for _ in 0..<80 { patience.wait() }
    let slept = ContinuousClock().measure { for _ in 0..<6 { patience.wait() } }
    #expect(slept >= .microseconds(50 * 63), "50, 100, 200, 400, 800 and 1600 microseconds")
  }
}
