/// One place in a program where a USDT probe fires, as a note of `.note.stapsdt` describes it.
struct ProbeNote: Hashable, Sendable {
  let provider: String
  let name: String
  /// Where each argument is found when the probe fires: `8@%rdi`, `-4@$7`.
  let arguments: [String]
  /// The address of the counter of attached tracers; 0 when there is none.
  let semaphore: UInt64

  /// The notes of one section. A note of something else is passed over; where the section stops making sense
  /// reading ends, and `isWhole` is false.
  static func notes(in section: [UInt8], _ layout: ELFLayout) -> (notes: [ProbeNote], isWhole: Bool) {
    var notes = [ProbeNote]()
    var offset = 0
    while offset < section.count {
      guard let nameSize = layout.number(in: section, at: offset, size: 4),
        let contentSize = layout.number(in: section, at: offset + 4, size: 4),
        let type = layout.number(in: section, at: offset + 8, size: 4)
      else { return (notes, false) }
      let name = offset + 12
      // Both sizes are below 2^32, so none of this overflows.
      let content = name + padded(Int(nameSize))
      let end = content + Int(contentSize)
      guard end <= section.count else { return (notes, false) }
      if type == 3, section[name..<min(name + Int(nameSize), content)].elementsEqual("stapsdt\0".utf8) {
        guard let note = ProbeNote(Array(section[content..<end]), layout) else { return (notes, false) }
        notes.append(note)
      }
      offset = content + padded(Int(contentSize))
    }
    return (notes, true)
  }

  /// From a note's content: the addresses of the probe, of `.stapsdt.base` and of the semaphore, then three
  /// texts.
  private init?(_ content: [UInt8], _ layout: ELFLayout) {
    let texts = 3 * layout.addressSize
    guard let semaphore = layout.address(in: content, at: 2 * layout.addressSize),
      let provider = content.terminatedText(at: texts),
      let name = content.terminatedText(at: provider.end + 1),
      let arguments = content.terminatedText(at: name.end + 1)
    else { return nil }
    self.provider = provider.text
    self.name = name.text
    self.semaphore = semaphore
    self.arguments = Self.split(arguments.text)
  }

  /// Arguments are apart by spaces, except those within brackets: `8@[sp, 16]` is one.
  private static func split(_ text: String) -> [String] {
    var arguments = [""]
    var depth = 0
    for character in text {
      switch character {
      case "[": depth += 1
      case "]": depth -= 1
      default: break
      }
      if character == " ", depth <= 0 {
        arguments.append("")
      } else {
        arguments[arguments.count - 1].append(character)
      }
    }
    return arguments.filter { !$0.isEmpty }
  }

  private static func padded(_ size: Int) -> Int { (size + 3) & ~3 }
}
