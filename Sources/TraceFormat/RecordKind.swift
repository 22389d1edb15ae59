/// The number of a record's kind in a chunk. A record begins with twice this number; an odd first byte is the
/// short form of `next` (see FORMAT.md). Kinds from 64 up carry their length, so that older readers can skip
/// them; they change nothing that a reader keeps for other kinds.
@usableFromInline
package enum RecordKind: UInt8, CaseIterable {
  case subscribed = 1
  case named = 2
  case nextValue = 3
  case error = 4
  case completed = 5
  case disposed = 6
  case released = 7
  case handleReleased = 8
  case dropped = 9
  case overlap = 10
  case connected = 11
  case disconnected = 12
  case mark = 13
  case childAdded = 14
  case childRemoved = 15
  case ownerDisposed = 16
  case scheduled = 17
  case workBegan = 18
  case workEnded = 19
  case workCancelled = 20
  case aliveBefore = 21
  case lost = 22
  /// No record of its own: it follows the one that defined the site.
  case siteTraits = 64
  case owner = 65
  case ownerReleased = 66
  case joined = 67
  case called = 68
  case waiting = 69
  case counted = 70
  case begun = 71
  case joinedSource = 72
  case subscribedAgain = 73
}
