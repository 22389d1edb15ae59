/// Why a file is not read as the core file of a process.
package enum CoreError: Error, Hashable {
  case unreadable(SystemError)
  /// It begins as a compressed file does: with these words the core comes out of it.
  case compressed(unpack: String)
  case notELF
  /// An ELF file of another kind: a program, a library, an object.
  case notCore
  case narrow
  case otherByteOrder
  /// The core of a processor that Signals has no version for, by its number in ELF files.
  case otherProcessor(UInt64)
  /// The file ends before its headers do.
  case cut
  /// The headers contradict themselves.
  case damaged(String)
}
