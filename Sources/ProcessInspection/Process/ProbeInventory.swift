import Glibc

/// The USDT probes of one program or library.
package struct ProbeInventory: Hashable, Sendable {
  package struct Probe: Hashable, Sendable {
    package let provider: String
    package let name: String
    /// Places where it fires.
    package var sites: Int
    /// Of the site that has most.
    package var arguments: Int
    /// Where in the file the numbers lie that the kernel raises while tracers are attached, each once.
    package var semaphores: Set<UInt64> = []
    /// Whether tracers announce themselves, so that it costs nothing while there is none.
    package var hasSemaphore: Bool
    /// The semaphores' value in a running process; nil where it is not known. Above 0 somebody is attached.
    package var attached: Int?
  }

  /// The file to name to a tracer.
  package let path: String
  /// Where it was read.
  package let readAt: String
  /// Whether the file at ``path`` is another one by now.
  package var isDeleted = false
  /// By provider and name.
  package var probes: [Probe] = []
  /// False where the notes stop making sense: there may be more.
  package var isWhole = true
  /// Whether the section is there without which gdb finds no probes.
  package var hasBase = false
  /// Whether the runtime itself is in this file, with or without probes.
  package var hasRuntime = false
  /// Whether it had probes, and the list of them was taken out of it: what they are told by is still there.
  package var isStripped = false

  /// The providers that `Signals` and what stands on it define.
  package static let ownProviders: Set<String> = ["racsignal", "raccompounddisposable", "racscheduler"]

  /// Reads `file`, which tracers reach at `path`.
  package init(path: String, file: String? = nil) throws(ELFError) {
    self.path = path
    readAt = file ?? path
    let file = try ELFFile(path: readAt)
    hasBase = file.section(".stapsdt.base") != nil
    // Symbols may have been stripped; this note is a part of the program that stays.
    hasRuntime =
      file.section(".note.rxtrace") != nil || Self.hasSymbol("rx_probes_are_compiled_in", in: file)
    guard let section = file.section(".note.stapsdt") else {
      isStripped = hasBase
      return
    }
    guard let contents = file.contents(of: section) else {
      isWhole = false
      return
    }
    let (notes, isWhole) = ProbeNote.notes(in: contents, file.layout)
    self.isWhole = isWhole
    probes = Self.grouped(notes)
    for note in notes {
      guard let offset = file.offset(ofAddress: note.semaphore),
        let index = probes.firstIndex(where: { $0.provider == note.provider && $0.name == note.name })
      else { continue }
      probes[index].semaphores.insert(offset)
    }
  }

  /// Looks up who is attached in a process that has this file mapped.
  package mutating func readSemaphores(of process: borrowing ProcessMemory, mapped: [FileMapping]) {
    for index in probes.indices where probes[index].hasSemaphore {
      let values = probes[index].semaphores.map { offset in
        mapped.lazy.compactMap { $0.address(ofWritable: offset) }.first.flatMap { process.word(at: $0) }
      }
      guard !values.isEmpty, !values.contains(nil) else { continue }
      probes[index].attached = values.reduce(0) { $0 + Int($1 ?? 0) }
    }
  }

  /// The probes of these providers alone; all when there are none to name.
  package func probes(of providers: Set<String>?) -> [Probe] {
    guard let providers else { return probes }
    return probes.filter { providers.contains($0.provider) }
  }

  private static func grouped(_ notes: [ProbeNote]) -> [Probe] {
    var byName = [String: Probe]()
    for note in notes {
      let new = Probe(
        provider: note.provider, name: note.name, sites: 0, arguments: 0, hasSemaphore: note.semaphore != 0)
      var probe = byName["\(note.provider):\(note.name)"] ?? new
      probe.sites += 1
      probe.arguments = max(probe.arguments, note.arguments.count)
      probe.hasSemaphore = probe.hasSemaphore && note.semaphore != 0
      byName["\(note.provider):\(note.name)"] = probe
    }
    return byName.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Whether a symbol of that name is in either of the file's tables.
  private static func hasSymbol(_ name: String, in file: borrowing ELFFile) -> Bool {
    [".strtab", ".dynstr"].contains { table in
      guard let section = file.section(table), let texts = file.contents(of: section) else { return false }
      return texts.hasTerminatedText(name)
    }
  }
}

extension [UInt8] {
  /// Whether `text` is one of these texts, each of which ends with a zero byte.
  fileprivate func hasTerminatedText(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    return withUnsafeBytes { bytes in
      var rest = bytes
      while let start = rest.baseAddress, let end = memchr(start, 0, rest.count) {
        let length = start.distance(to: UnsafeRawPointer(end))
        if length == wanted.count, memcmp(start, wanted, length) == 0 { return true }
        rest = UnsafeRawBufferPointer(rebasing: rest[(length + 1)...])
      }
      return false
    }
  }
}
