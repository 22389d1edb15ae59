import Glibc

/// The namespace in which this process numbers processes.
package enum ProcessNamespace {
  /// The kernel's number for the namespace of the machine itself.
  private static let machine: ino_t = 0xefff_fffc

  /// Whether the kernel's tracers give processes the numbers that this process has for them. True where /proc
  /// does not tell.
  package static var isOfMachine: Bool {
    var status = stat()
    return stat("/proc/self/ns/pid", &status) != 0 || status.st_ino == machine
  }
}
