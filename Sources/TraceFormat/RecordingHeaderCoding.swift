extension RecordingHeader {
  /// The first bytes of every recording. The line ends betray a transfer that translated them.
  package static let magic: [UInt8] = [0x89, 0x52, 0x58, 0x54, 0x0d, 0x0a, 0x1a, 0x0a]
  static let fixedSize = 16
  package static let maximumSize = 1 << 20

  private enum Field: UInt16 {
    case program = 1
    case argument, processID, buildID, host, bootID, wallClock, monotonic, ticks, clock, kinds, valueLimit,
      runtime
    case probes, identity, ticksPerSecond, container, label, eventCost, snapshot, redactions
  }

  /// The header as it stands at the beginning of a file.
  package func encoded() -> [UInt8] {
    var fields: [UInt8] = []
    func put(_ field: Field, _ content: some Collection<UInt8>) {
      let content = content.prefix(1 << 14)
      fields.append(littleEndian: field.rawValue)
      fields.append(littleEndian: UInt32(content.count))
      fields.append(contentsOf: content)
    }
    func put(_ field: Field, number: some FixedWidthInteger) {
      withUnsafeBytes(of: number.littleEndian) { put(field, $0) }
    }
    put(.program, program.utf8)
    var room = 1 << 18
    for argument in arguments {
      room -= argument.utf8.count
      guard room >= 0 else { break }
      put(.argument, argument.utf8)
    }
    put(.processID, number: processID)
    put(.buildID, buildID)
    put(.host, host.utf8)
    put(.bootID, bootID.utf8)
    put(.wallClock, number: startedWallClock)
    put(.monotonic, number: startedMonotonic)
    put(.ticks, number: startedTicks)
    put(.clock, number: clock.rawValue)
    put(.kinds, number: kinds.rawValue)
    if let valueLimit { put(.valueLimit, number: valueLimit) }
    put(.runtime, runtimeVersion.utf8)
    put(.probes, number: hasProbes ? 1 : 0 as UInt8)
    put(.identity, identity)
    put(.ticksPerSecond, number: ticksPerSecond)
    if !container.isEmpty { put(.container, container.utf8) }
    room = 1 << 16
    for label in labels {
      room -= label.text.utf8.count
      guard room >= 0 else { break }
      put(.label, label.text.utf8)
    }
    if let eventCost { put(.eventCost, number: eventCost) }
    if isSnapshot { put(.snapshot, number: 1 as UInt8) }
    if let redactions { put(.redactions, number: redactions) }

    var bytes = Self.magic
    bytes.append(littleEndian: formatMajor)
    bytes.append(littleEndian: formatMinor)
    bytes.append(littleEndian: UInt32(Self.fixedSize + fields.count + 4))
    bytes.append(contentsOf: fields)
    bytes.append(littleEndian: bytes.withUnsafeBytes(checksum))
    return bytes
  }

  enum Decoded {
    /// The header and its length.
    case whole(RecordingHeader, length: Int)
    /// Recognised, but its content cannot be trusted.
    case damaged
    case foreign
    case cut
    case newer(UInt16)
  }

  /// Reads a header from the first bytes of a file, `maximumSize` of them or all that there are.
  static func decode(_ bytes: UnsafeRawBufferPointer) -> Decoded {
    let known = min(bytes.count, magic.count)
    guard bytes.prefix(known).elementsEqual(magic.prefix(known)) else { return .foreign }
    guard bytes.count >= fixedSize else { return .cut }
    var reader = ByteReader(bytes, at: magic.count)
    let major: UInt16 = reader.number()
    let minor: UInt16 = reader.number()
    let length = Int(reader.number(UInt32.self))
    if major > supportedMajor { return .newer(major) }
    guard major > 0, length >= fixedSize + 4, length <= maximumSize else { return .damaged }
    guard length <= bytes.count else { return .cut }
    var trailer = ByteReader(bytes, at: length - 4)
    guard trailer.number(UInt32.self) == checksum(UnsafeRawBufferPointer(rebasing: bytes[..<(length - 4)]))
    else {
      return .damaged
    }
    var header = RecordingHeader()
    header.formatMajor = major
    header.formatMinor = minor
    while reader.offset < length - 4 {
      let tag: UInt16 = reader.number()
      let size = Int(reader.number(UInt32.self))
      let content = reader.bytes(count: size)
      guard !reader.overran, reader.offset <= length - 4 else { return .damaged }
      if let field = Field(rawValue: tag) { header.set(field, content) }
    }
    return .whole(header, length: length)
  }

  /// The identity of the recording that begins with these bytes: its staging file has the same. Empty where
  /// it cannot be read.
  package static func identity(in bytes: [UInt8]) -> [UInt8] {
    guard case .whole(let header, _) = bytes.withUnsafeBytes(decode) else { return [] }
    return header.identity
  }

  private mutating func set(_ field: Field, _ content: UnsafeRawBufferPointer) {
    var reader = ByteReader(content)
    var text: String { String(decoding: content, as: UTF8.self) }
    switch field {
    case .program: program = text
    case .argument: arguments.append(text)
    case .processID: processID = reader.number()
    case .buildID: buildID = Array(content)
    case .host: host = text
    case .bootID: bootID = text
    case .wallClock: startedWallClock = reader.number()
    case .monotonic: startedMonotonic = reader.number()
    case .ticks: startedTicks = reader.number()
    case .clock: clock = Clock(rawValue: reader.number()) ?? .monotonic
    case .kinds: kinds = Kinds(rawValue: reader.number())
    case .valueLimit: valueLimit = reader.number()
    case .runtime: runtimeVersion = text
    case .probes: hasProbes = reader.number(UInt8.self) != 0
    case .identity: identity = Array(content)
    case .ticksPerSecond: ticksPerSecond = reader.number()
    case .container: container = text
    case .label: labels.append(Label(text))
    case .eventCost: eventCost = reader.number()
    case .snapshot: isSnapshot = reader.number(UInt8.self) != 0
    case .redactions: redactions = reader.number()
    }
  }
}
