import Glibc

/// Loads the library that `RXTRACE_LIBRARY` names and sends `values` values through the probe in it.
func sendThroughLibrary() {
  guard let path = getenv("RXTRACE_LIBRARY") else { fatalError("RXTRACE_LIBRARY is not set") }
  // A tracer that follows this process alone finds only what is loaded when it comes.
  guard let library = dlopen(path, RTLD_NOW) else { fatalError(String(cString: dlerror())) }
  say("loaded")
  if number("wait") == 1 { _ = readLine() }
  guard let semaphore = dlsym(library, "racsignal_next_semaphore"),
    let probe = dlsym(library, "racsignal_next")
  else {
    fatalError("the library has no probes")
  }
  typealias Next = @convention(c) (UInt64, UInt64, UInt64, UnsafePointer<CChar>) -> Void
  let next = unsafeBitCast(probe, to: Next.self)
  for event in 1...number("values") {
    if semaphore.load(as: UInt16.self) != 0 { next(1, UInt64(event), 0, "inTheLibrary") }
  }
}
