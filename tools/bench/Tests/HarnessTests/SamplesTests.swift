import Testing

@testable import Harness

@Suite struct SamplesTests {
  @Test func `The least is taken over all rounds of all processes, and the median as well`() {
    var samples = Samples()
    samples.add([5, 3, 9])
    samples.add([4, 8])
    #expect(samples.least == 3)
    #expect(samples.median == 5)
    #expect(samples.leastOfProcesses == [3, 4])
  }

  @Test func `The median of an even number of samples lies between the two in the middle`() {
    #expect([4.0, 1, 3, 2].median == 2.5)
    #expect([Double]().median.isNaN)
  }
}
