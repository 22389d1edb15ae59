import Glibc

// libFuzzer has the main function; these two it calls. See tools/fuzz/run.

/// With `FUZZ_SEEDS`, a folder, writes what the readers begin with, and ends.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>
) -> CInt {
  guard let folder = getenv("FUZZ_SEEDS") else { return 0 }
  writeSeeds(into: String(cString: folder))
  exit(0)
}

/// `FUZZ_READER` says which reader is tried.
private let reader: @Sendable ([UInt8]) -> Void = {
  let name = getenv("FUZZ_READER").map { String(cString: $0) } ?? ""
  let readers: [String: @Sendable ([UInt8]) -> Void] = [
    "recording": readRecording, "signed": readSigned, "staging": readStaging, "lines": readLines,
    "elf": readELF, "cache": readLibraryCache, "baseline": readBaseline, "configuration": readConfiguration,
    "query": readQuery, "maps": readMappings, "living": readLiving, "growing": readGrowing,
    "marks": readMarks, "core": readCore,
  ]
  guard let reader = readers[name] else { fatalError("no reader \(name)") }
  return reader
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func tryReader(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  reader(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
