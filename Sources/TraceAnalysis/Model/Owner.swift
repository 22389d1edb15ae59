public import TraceFormat

/// A disposable that holds others: a bag, a lifetime, a composite.
public struct Owner: Sendable, Identifiable {
  private let row: OwnerRow
  private let make: OwnerMake

  fileprivate init(_ row: OwnerRow, _ make: OwnerMake) {
    self.row = row
    self.make = make
  }

  public var id: OwnerID { row.id }
  /// How many it held last, and at most.
  package var children: UInt64 { UInt64(row.children) }
  package var peak: UInt64 { UInt64(row.peak) }
  package var added: UInt64 { UInt64(row.added) }
  package var removed: UInt64 { UInt64(row.removed) }
  public var disposedAt: UInt64? { row.disposedAt }
  /// The thread that disposed it.
  var disposedOn: ThreadID { row.disposedOn }
  /// The index of the call site that disposed it; 0 where that is not known.
  var disposalEntry: Int { Int(row.disposalEntry) }
  /// When its memory went, or that of the object that it stands for.
  public var releasedAt: UInt64? { row.releasedAt }
  /// The thread on which it went.
  var releasedOn: ThreadID { row.releasedOn }
  public var kind: OwnerKind { make.kind }
  /// The name of its type in the program.
  public var type: String? { make.type }
  /// Where it was made.
  public var site: Site? { make.site }
  /// The object that it was said to belong to.
  package var holder: OwnerID? { row.holder }
  /// The subscriptions whose handles it was seen to hold.
  public var lives: LifeList { row.lives }
}

/// The owners of a forest, in the order in which the recording first names them.
public struct Owners: RandomAccessCollection, Sendable {
  private var rows = Blocks<OwnerRow>()
  /// Kind, type and line, kept once for all owners that share them. The first is for owners of which only the
  /// number is known.
  private var makes = [OwnerMake()]
  private var makeNumbers: [OwnerMake: UInt32] = [:]

  init() {}

  public var startIndex: Int { 0 }
  public var endIndex: Int { rows.count }
  public subscript(index: Int) -> Owner { Owner(rows[index], makes[Int(rows[index].make)]) }

  func kind(of index: Int) -> OwnerKind { makes[Int(rows[index].make)].kind }

  mutating func append(_ id: OwnerID) { rows.append(OwnerRow(id: id)) }

  mutating func change(_ index: Int, _ change: (inout OwnerRow) -> Void) { change(&rows[index]) }

  /// Follows their lives to new indices, and forgets owners that hold nothing and are over, or of which
  /// nothing is known.
  mutating func keep(_ newIndex: (LifeIndex) -> LifeIndex?) {
    var kept = Blocks<OwnerRow>()
    // An object that is over still tells of the bags that it held.
    var holders: Set<OwnerID> = []
    for index in rows.indices {
      rows[index].move(newIndex)
      if !rows[index].isSpent, let holder = rows[index].holder { holders.insert(holder) }
    }
    for index in rows.indices where !rows[index].isSpent || holders.contains(rows[index].id) {
      kept.append(rows[index])
    }
    rows = kept
  }

  /// The number of what an owner is, for its row.
  mutating func number(of kind: OwnerKind, _ type: String?, _ site: Site?) -> UInt32 {
    let make = OwnerMake(kind: kind, type: type, site: site)
    if let known = makeNumbers[make] { return known }
    let number = UInt32(clamping: makes.count)
    makes.append(make)
    makeNumbers[make] = number
    return number
  }

  /// Nothing that has happened since `moment` is known.
  mutating func forget(since moment: UInt64) {
    for index in rows.indices where rows[index].hasEnded(since: moment) { rows[index].forget(since: moment) }
  }

  /// Follows their lives to new indices.
  mutating func move(_ newIndex: (LifeIndex) -> LifeIndex?) {
    for index in rows.indices { rows[index].move(newIndex) }
  }
}

/// Kind, type and line of owners.
private struct OwnerMake: Hashable, Sendable {
  var kind = OwnerKind.unknown
  var type: String?
  var site: Site?
}

/// The fields of an owner. They are small: a busy program has an owner for each of its sessions.
struct OwnerRow: Sendable {
  private static let none = UInt64.max

  let id: OwnerID
  private var disposal = Self.none
  private var release = Self.none
  private var holderWord: UInt64 = 0
  private(set) var children: UInt32 = 0
  private(set) var peak: UInt32 = 0
  private(set) var added: UInt32 = 0
  private(set) var removed: UInt32 = 0
  private(set) var disposedOn = ThreadID.outside
  private(set) var disposalEntry: UInt32 = 0
  private(set) var releasedOn = ThreadID.outside
  var make: UInt32 = 0
  /// The first of its lives, and the others.
  private var first = LifeLink.none
  private var others: [LifeLink] = []

  init(id: OwnerID) { self.id = id }

  var disposedAt: UInt64? { disposal == Self.none ? nil : disposal }
  var releasedAt: UInt64? { release == Self.none ? nil : release }
  var holder: OwnerID? {
    get { OwnerID(holderWord) }
    set { holderWord = newValue?.rawValue ?? 0 }
  }
  var lives: LifeList { first == .none ? [] : LifeList(([first] + others).compactMap(\.index)) }

  mutating func count(_ total: UInt64, added isAddition: Bool) {
    children = UInt32(clamping: total)
    peak = max(peak, children)
    if isAddition { added &+= 1 } else { removed &+= 1 }
  }

  /// The first time counts.
  mutating func dispose(at time: UInt64, on thread: ThreadID, by entry: Int) {
    guard time < disposal else { return }
    (disposal, disposedOn, disposalEntry) = (time, thread, UInt32(clamping: entry))
  }

  mutating func release(at time: UInt64, on thread: ThreadID) {
    guard time < release else { return }
    (release, releasedOn) = (time, thread)
  }

  mutating func take(_ life: LifeIndex) {
    if first == .none { first = LifeLink(life) } else { others.append(LifeLink(life)) }
  }

  /// Whether it holds nothing, and is over or unknown.
  fileprivate var isSpent: Bool { lives.isEmpty && (children == 0 || isOver) && (isOver || make == 0) }

  fileprivate var isOver: Bool { disposedAt != nil || releasedAt != nil }

  fileprivate func hasEnded(since moment: UInt64) -> Bool {
    disposedAt.map { $0 >= moment } ?? false || releasedAt.map { $0 >= moment } ?? false
  }

  fileprivate mutating func forget(since moment: UInt64) {
    if disposal >= moment { disposal = Self.none }
    if release >= moment { release = Self.none }
  }

  /// Follows its lives to their new indices, and forgets those without one.
  fileprivate mutating func move(_ newIndex: (LifeIndex) -> LifeIndex?) {
    guard first != .none else { return }
    first.move(newIndex)
    for place in others.indices { others[place].move(newIndex) }
    guard first == .none || others.contains(.none) else { return }
    let kept = ([first] + others).filter { $0 != .none }
    first = kept.first ?? .none
    others = Array(kept.dropFirst())
  }
}
