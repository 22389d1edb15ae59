import Testing
import TraceFixtures

@testable import ProcessInspection

@Suite struct LiveTableReaderTests {
  private let folder: TemporaryFolder
  private let file: RewrittenFile

  init() throws {
    folder = try TemporaryFolder()
    file = RewrittenFile(in: folder)
  }

  private func read(_ sample: LiveTableSample) throws -> LiveTableReader {
    file.write(sample.bytes)
    return LiveTableReader(
      headAt: 0, in: try ProcessMemory(at: file.path), budget: ReadingBudget(size: UInt64(sample.bytes.count))
    )
  }

  @Test func `the records of all chunks are read, each once`() throws {
    let read = try read(LiveTableSample(chunks: 3))
    #expect(read.subscriptions.map(\.identifier) == [1, 2, 3, 11, 12, 13, 21, 22, 23])
    #expect(
      read.subscriptions.allSatisfy { $0.operatorName == "map" && $0.file == "a.swift" && $0.line == 17 })
    #expect(read.runtimes == 1 && read.unsettled == 0)
  }

  @Test(arguments: [0, 1, 2])
  func `a list that goes round ends`(next: Int) throws {
    var sample = LiveTableSample(chunks: 3)
    sample.link(2, to: LiveTableSample.address(of: next))
    #expect(try read(sample).subscriptions.count == 9)
  }

  @Test(arguments: [-8, 8, 1 - LiveTableSample.chunkSize, LiveTableSample.chunkSize - 1])
  func `a chunk that lies in another is none`(distance: Int) throws {
    var sample = LiveTableSample(chunks: 3)
    sample.link(0, to: LiveTableSample.address(of: 0) + distance)
    #expect(try read(sample).subscriptions.count == 3)
  }

  @Test func `a list that leads to nowhere ends there`() throws {
    for address in [1 << 40, Int.max - 7] {
      var sample = LiveTableSample(chunks: 2)
      sample.link(0, to: address)
      #expect(try read(sample).subscriptions.count == 3)
    }
  }

  @Test(arguments: [(4096, 1 << 20), (4096, 4097), (64, 1 << 21), (63, 4), (64, 1)])
  func `a head that asks for more than any table has is none`(record: Int, chunk: Int) throws {
    var sample = LiveTableSample(chunks: 1)
    sample.putSizes(record: record, chunk: chunk)
    #expect(try read(sample).runtimes == 0)
  }
}
