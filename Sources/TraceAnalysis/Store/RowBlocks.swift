/// Rows by index, in blocks of 256 neighbours. A block that nothing has changed for a while is packed. A row
/// of a packed block that changes all the same lies beside it; where that happens to many, the block is
/// unpacked.
struct RowBlocks<Row: PackableRow>: Sendable {
  private static var size: Int { 256 }
  /// The number of blocks that are examined for each new block.
  private static var looks: Int { 4 }
  private static var mostSpare: Int { 64 }
  /// The largest number of rows beside a packed block: while rows change, and afterwards.
  private static var mostBeside: Int { 32 }
  private static var mostLeftBeside: Int { 8 }

  private struct Block: Sendable {
    /// All of its rows; of a packed block those that have changed since, which are its rows `places`.
    var rows: ContiguousArray<Row>
    var packed: Row.Packed?
    var places: ContiguousArray<UInt8> = []
    /// Since it was last looked at.
    var isChanged = true

    init(rows: ContiguousArray<Row>) { self.rows = rows }

    @inline(__always)
    func besidePlace(_ place: Int) -> Int? {
      places.isEmpty ? nil : places.firstIndex(of: UInt8(truncatingIfNeeded: place))
    }
  }

  private(set) var count = 0
  private var blocks: ContiguousArray<Block> = []
  /// The full blocks that are not packed.
  private var unpacked: [UInt32] = []
  private var hand = 0
  /// Empty ones with room for a block, for the next: memory that goes back to the allocator between packed
  /// blocks is cut into pieces, and the next block finds no place in it.
  private var spare: [ContiguousArray<Row>] = []
  /// Room to pack in.
  private var words: [UInt64] = []

  var indices: Range<Int> { 0..<count }

  subscript(index: Int) -> Row {
    @inline(__always) get {
      let (block, place) = (index >> 8, index & 255)
      return blocks[block].packed == nil ? blocks[block].rows[place] : packedOrBeside(index)
    }
    // With a single yield it needs no frame of its own.
    @inline(__always) _modify {
      let block = index >> 8
      let place = blocks[block].packed == nil ? index & 255 : putBeside(index)
      blocks[block].isChanged = true
      yield &blocks[block].rows[place]
    }
  }

  mutating func append(_ row: Row) {
    if count % Self.size == 0 {
      if count > 0 { endBlock() }
      // A small trace has one block, which grows with it.
      var rows = takeRows(reserving: count == 0 ? 4 : Self.size)
      rows.append(row)
      blocks.append(Block(rows: rows))
    } else {
      blocks[blocks.count - 1].rows.append(row)
    }
    count += 1
  }

  /// Nothing is going to change any more, or hardly anything.
  mutating func packAll() {
    for block in blocks.indices { packAgain(block) }
    for block in unpacked { pack(Int(block)) }
    unpacked = []
    spare = []
    words = []
  }

  /// Changes the rows for which `isMeant` holds. A packed block is packed again before the next one is
  /// changed: only one is unpacked at a time.
  mutating func change(where isMeant: (Int) -> Bool, _ change: (inout Row) -> Void) {
    for block in blocks.indices {
      let first = block * Self.size
      let range = first..<min(first + Self.size, count)
      let wasPacked = blocks[block].packed != nil
      if wasPacked {
        guard range.contains(where: isMeant) else { continue }
        unpack(block)
      }
      for index in range where isMeant(index) { change(&blocks[block].rows[index - first]) }
      if wasPacked { packUnpacked(block) } else { blocks[block].isChanged = true }
    }
  }

  /// How much memory they take.
  var byteCount: Int {
    blocks.reduce(0) { sum, block in
      sum + MemoryLayout<Block>.stride
        + block.rows.capacity * MemoryLayout<Row>.stride
        + (block.packed?.byteCount ?? 0)
    }
  }

  private func packedRow(_ index: Int) -> Row {
    guard let packed = blocks[index >> 8].packed else { preconditionFailure("No such row") }
    return packed.row(index & 255, number: UInt64(truncatingIfNeeded: index &+ 1))
  }

  @inline(never)
  private func packedOrBeside(_ index: Int) -> Row {
    if let beside = blocks[index >> 8].besidePlace(index & 255) { return blocks[index >> 8].rows[beside] }
    return packedRow(index)
  }

  private mutating func endBlock() {
    unpacked.append(UInt32(clamping: blocks.count - 1))
    for _ in 0..<min(Self.looks, unpacked.count) { lookAtNext() }
  }

  private mutating func lookAtNext() {
    if hand >= unpacked.count { hand = 0 }
    let block = Int(unpacked[hand])
    if blocks[block].isChanged {
      blocks[block].isChanged = false
      hand += 1
    } else {
      pack(block)
      unpacked.swapAt(hand, unpacked.count - 1)
      unpacked.removeLast()
    }
  }

  private mutating func pack(_ block: Int) {
    var rows: ContiguousArray<Row> = []
    swap(&rows, &blocks[block].rows)
    blocks[block].packed = Row.Packed(rows, first: block * Self.size + 1, using: &words)
    guard spare.count < Self.mostSpare else { return }
    rows.removeAll(keepingCapacity: true)
    spare.append(rows)
  }

  /// Takes in what lies beside a packed block, where it is much.
  private mutating func packAgain(_ block: Int) {
    guard blocks[block].places.count > Self.mostLeftBeside else { return }
    unpack(block)
    packUnpacked(block)
  }

  /// Packs what was unpacked just now.
  private mutating func packUnpacked(_ block: Int) {
    pack(block)
    // It came last as it was unpacked.
    unpacked.removeLast()
  }

  private mutating func takeRows(reserving capacity: Int) -> ContiguousArray<Row> {
    if let rows = spare.popLast() { return rows }
    var rows = ContiguousArray<Row>()
    rows.reserveCapacity(capacity)
    return rows
  }

  /// Where a row of a packed block can be changed: beside it, or in its place once the block is unpacked for
  /// it.
  @inline(never)
  private mutating func putBeside(_ index: Int) -> Int {
    let block = index >> 8
    if let place = blocks[block].besidePlace(index & 255) { return place }
    guard blocks[block].places.count < Self.mostBeside else {
      unpack(block)
      return index & 255
    }
    let row = packedRow(index)
    blocks[block].rows.append(row)
    blocks[block].places.append(UInt8(truncatingIfNeeded: index))
    return blocks[block].places.count - 1
  }

  private mutating func unpack(_ block: Int) {
    let first = block * Self.size
    var rows = takeRows(reserving: Self.size)
    for index in first..<min(first + Self.size, count) { rows.append(packedRow(index)) }
    for (row, place) in zip(blocks[block].rows, blocks[block].places) { rows[Int(place)] = row }
    blocks[block].rows = rows
    blocks[block].packed = nil
    blocks[block].places = []
    blocks[block].isChanged = true
    unpacked.append(UInt32(clamping: block))
  }
}

extension RowBlocks<LifeRow> {
  var blockCount: Int { blocks.count }

  /// Visits every row, in whatever form it is.
  @inline(__always)
  func forEach(_ row: (Int, LifeRow) -> Void, packed: (Int, PackedRow) -> Void) {
    for block in blocks.indices {
      let first = block * Self.size
      for place in 0..<Swift.min(Self.size, count - first) {
        if let rows = blocks[block].packed, blocks[block].besidePlace(place) == nil {
          packed(first + place, rows.fields(place, number: UInt64(truncatingIfNeeded: first + place + 1)))
        } else {
          row(first + place, self[first + place])
        }
      }
    }
  }

  /// Adds the places within a block at which the word of a column, as it is stored, is wanted; of an unpacked
  /// row `word` gives it.
  @inline(__always)
  func places(
    inBlock block: Int, _ column: LifeColumn, _ word: (LifeRow) -> UInt64, into places: inout [UInt8],
    where isWanted: (UInt64) -> Bool
  ) {
    let count = Swift.min(Self.size, self.count - block * Self.size)
    if let packed = blocks[block].packed, blocks[block].places.isEmpty {
      return packed.places(column, count, into: &places, where: isWanted)
    }
    for place in 0..<count {
      let isMeant = read(
        block * Self.size + place, { isWanted(word($0)) }, { isWanted($0.stored(column)) })
      if isMeant { places.append(UInt8(truncatingIfNeeded: place)) }
    }
  }

  /// A part of a row, whatever form it has.
  @inline(__always)
  func read<Field>(_ index: Int, _ row: (LifeRow) -> Field, _ packed: (PackedRow) -> Field) -> Field {
    let (block, place) = (index >> 8, index & 255)
    guard let rows = blocks[block].packed else { return row(blocks[block].rows[place]) }
    if let beside = blocks[block].besidePlace(place) { return row(blocks[block].rows[beside]) }
    return packed(rows.fields(place, number: UInt64(truncatingIfNeeded: index &+ 1)))
  }
}
