import CFuzzer
import Glibc

// fuzz READER OPTION… FOLDER: libFuzzer on one reader; fuzz seeds FOLDER: what it begins with. See tools/fuzz/run.

setvbuf(stdout, nil, _IOLBF, 0)
let words = CommandLine.arguments
let readers: [String: fuzzer_body] = [
  "recording": { tryReader($0, $1, readRecording) },
  "signed": { tryReader($0, $1, readSigned) },
  "staging": { tryReader($0, $1, readStaging) },
  "lines": { tryReader($0, $1, readLines) },
  "elf": { tryReader($0, $1, readELF) },
  "cache": { tryReader($0, $1, readLibraryCache) },
]

func tryReader(_ bytes: UnsafePointer<UInt8>?, _ count: Int, _ reader: ([UInt8]) -> Void) -> CInt {
  reader(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}

switch words.count > 2 ? words[1] : "" {
case "seeds": writeSeeds(into: words[2])
case let name:
  guard let reader = readers[name] else {
    print("usage: fuzz \(readers.keys.sorted().joined(separator: "|")) OPTION… FOLDER, or fuzz seeds FOLDER")
    exit(64)
  }
  var count = CommandLine.argc - 1
  var rest: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = CommandLine.unsafeArgv + 1
  exit(LLVMFuzzerRunDriver(&count, &rest, reader))
}
