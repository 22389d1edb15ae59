import Testing
import TraceFormat

struct PartitioningIndexTests {
  @Test(arguments: 0..<20) func `halving finds what a search from the start finds`(count: Int) {
    // Every number stands twice, so that the first of equal ones has to be found.
    let numbers = (0..<count).map { $0 / 2 * 2 }
    for bound in -1...count + 1 {
      let found = numbers.partitioningIndex { $0 >= bound }
      #expect(found == numbers.firstIndex { $0 >= bound } ?? numbers.endIndex)
    }
  }

  @Test func `an index is one of the slice`() {
    let slice = [1, 2, 3, 4, 5, 6][2...]
    #expect(slice.partitioningIndex { $0 > 0 } == 2)
    #expect(slice.partitioningIndex { $0 > 4 } == 4)
    #expect(slice.partitioningIndex { $0 > 6 } == 6)
  }
}
