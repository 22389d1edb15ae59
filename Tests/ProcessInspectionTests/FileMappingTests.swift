import Testing

@testable import ProcessInspection
import TraceFixtures

@Suite struct FileMappingTests {
  private let mappings = FileMapping.all(
    in: Array(
      """
      55d0a000-55d0b000 r--p 00000000 fe:00 1 /opt/my app/bin
      55d0b000-55d0c000 rw-p 00001000 fe:00 1 /opt/my app/bin
      7f000000-7f001000 rw-p 00000000 00:00 0 
      7f001000-7f002000 r--p 00000000 fe:00 2    /lib/a\\012b.so
      7f002000-7f003000 rw-s 00002000 fe:00 3 /lib/gone.so (deleted)
      7f004000-7f003000 rw-p 00002000 fe:00 3 /lib/backwards.so
      7ffc0000-7ffc1000 rw-p 00000000 00:00 0 [stack]
      nonsense
      """.utf8))

  @Test func `mapped files are taken from the maps, whatever their names hold`() {
    #expect(
      mappings.map(\.path)
        == ["/opt/my app/bin", "/opt/my app/bin", "/lib/a\nb.so", "/lib/gone.so (deleted)"])
    #expect(mappings.map(\.offset) == [0, 0x1000, 0, 0x2000])
    #expect(mappings.map(\.inode) == [1, 1, 2, 3])
    #expect(mappings[1].addresses == 0x55d0_b000..<0x55d0_c000)
  }

  @Test func `a byte of a file is found where the process may write its own copy of it`() {
    #expect(mappings.map { $0.address(ofWritable: 0x1010) } == [nil, 0x55d0_b010, nil, nil])
    #expect(mappings[1].address(ofWritable: 0x2000) == nil)
    #expect(mappings[1].address(ofWritable: .max) == nil)
    #expect(mappings[3].address(ofWritable: 0x2010) == nil, "what is shared is nobody's own")
  }
}
