/// The memory of threads that have ended, for later threads. Guarded by the registry's lock.
enum UnusedStagings {
  // See `RecorderRegistry` for the exclusivity.
  @exclusivity(unchecked) private nonisolated(unsafe) static var first: UnsafeMutableRawPointer?

  static func keep(_ memory: UnsafeMutableRawPointer) {
    memory.storeBytes(of: UInt(bitPattern: first), as: UInt.self)
    first = memory
  }

  static func take() -> UnsafeMutableRawPointer? {
    guard let memory = first else { return nil }
    first = UnsafeMutableRawPointer(bitPattern: memory.load(as: UInt.self))
    return memory
  }

  /// For a forked child: the memory belongs to threads of its parent.
  static func forget() { first = nil }
}
