import Glibc
import TraceFixtures

@testable import TraceFormat

/// A folder for each reader, with what the tests read.
func writeSeeds(into folder: String) {
  let feedd = Samples.recording(Feedd.records())
  let small = Samples.recording(Samples.records(threads: 2, rounds: 1))
  let unsealed = Array(small[..<(small.count - min(small.count, 200))])
  let staged = StagingSample.file
  let kept = completed(small, staged)
  save([feedd, small, unsealed, kept], into: "\(folder)/recording")
  save([small, unsealed, kept], into: "\(folder)/signed")
  let length = unsealed.count
  save(
    [[UInt8(length & 0xff), UInt8(length >> 8)] + unsealed + staged, [0, 0] + staged],
    into: "\(folder)/staging")
  let looks = [200, length / 2 | 0x8000, length * 3 / 4, length | 0x8000].flatMap {
    [UInt8($0 & 0xff), UInt8($0 >> 8)]
  }
  save([looks + small, looks + unsealed], into: "\(folder)/growing")
  save([MarkSample.marks], into: "\(folder)/marks")
  var round = LiveTableSample(chunks: 3)
  round.link(2, to: LiveTableSample.address(of: 1))
  save([LiveTableSample(chunks: 2).bytes, round.bytes], into: "\(folder)/living")
  var left = CoreSample(subscriptions: 9)
  left.memory.removeLast()
  save([CoreSample(subscriptions: 9).bytes, left.bytes], into: "\(folder)/core")
  let records = Feedd.records().prefix(40) + Samples.records(threads: 2, rounds: 1).prefix(60)
  let tabbed = [TracerLines.start] + records.compactMap { TracerLines.bpftrace($0) }
  let perf = records.compactMap { TracerLines.perf($0) }
  save([tabbed, perf].map { Array($0.joined(separator: "\n").utf8) }, into: "\(folder)/lines")
  save(["/bin/true", "/proc/self/exe"].compactMap { read($0, at: 0) }, into: "\(folder)/elf")
  save([read("/etc/ld.so.cache", at: 0) ?? []], into: "\(folder)/cache")
  save(
    ["3f9c1a until 2027-01-31  # Cache.swift:88\n# none\n\r\n0a1b2c\r\n"].map { Array($0.utf8) },
    into: "\(folder)/baseline")
  save(
    ["color = \"never\"\n\n[leaks]\nsettle = '2s' # long\nfull = true\nwidth = 80\r\n"].map {
      Array($0.utf8)
    }, into: "\(folder)/configuration")
  save(
    [
      "life > 1s && next == 0", "!(op =~ '^map|x*' || leak) && file != \"a b\"",
      "state = alive && owner !~ Room && since >= 500ms && since < 1.5h",
    ].map { Array($0.utf8) }, into: "\(folder)/query")
  save([readToEnd("/proc/self/maps")], into: "\(folder)/maps")
}

/// The recording without its index, and behind it the staging file that it keeps.
private func completed(_ recording: [UInt8], _ staging: [UInt8]) -> [UInt8] {
  guard let index = try? Recording(bytes: recording).chunks.last else { fatalError("a sample has no index") }
  var bytes = Array(recording[..<Int(index.offset)])
  let isWritten = KeptStaging.write(ByteSource(staging)) { chunk in
    bytes += chunk
    return true
  }
  let read = try? Recording(bytes: bytes)
  demand(isWritten && read?.isCompleted == true, "a sample that keeps no staging file")
  return bytes
}

private func save(_ seeds: [[UInt8]], into folder: String) {
  mkdir(folder, 0o755)
  for (number, bytes) in seeds.enumerated() where bytes.count <= 1 << 20 {
    guard let file = fopen("\(folder)/seed\(number)", "w") else { fatalError("cannot write to \(folder)") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}

/// A file whose length nobody knows before.
private func readToEnd(_ path: String) -> [UInt8] {
  guard let file = fopen(path, "r") else { return [] }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 1 << 20)
  return Array(bytes[..<fread(&bytes, 1, bytes.count, file)])
}

/// A file, if it is not too large to be a seed.
private func read(_ path: String, at offset: Int) -> [UInt8]? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 1 << 20)
  let count = fread(&bytes, 1, bytes.count, file)
  return count < bytes.count ? Array(bytes[..<count]) : nil
}
