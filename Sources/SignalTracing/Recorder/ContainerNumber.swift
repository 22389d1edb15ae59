/// The number of the container that a process runs in, as its engine gave it: 64 hexadecimal digits.
struct ContainerNumber {
  /// Empty if there is none.
  let text: String

  /// - Parameters:
  ///   - groups: `/proc/self/cgroup`, which names it unless the container has a cgroup namespace of its own.
  ///   - mounts: `/proc/self/mountinfo`: engines mount `/etc/hostname` from a folder that is named after the
  ///     container.
  init(groups: String, mounts: String) {
    let hostName = mounts.split(separator: "\n").lazy
      .map { $0.split(separator: " ") }.first { $0.count > 4 && $0[4] == "/etc/hostname" }
    text =
      groups.split(separator: "\n").lazy.compactMap { Self.number(in: $0) }.first
      ?? hostName.flatMap { Self.number(in: $0[3]) } ?? ""
  }

  /// The last group of 64 hexadecimal digits without another letter or digit beside it.
  private static func number(in text: Substring) -> String? {
    text.split { !$0.isLetter && !$0.isNumber }.last { word in
      word.utf8.count == 64
        && word.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }.map(String.init)
  }
}
