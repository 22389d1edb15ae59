import CSignalProbes
import Synchronization
import TraceFormat

extension Trace {
  /// The number of an object that subscriptions belong to, for ``TracedSubscription/named(owner:label:)``.
  ///
  ///     subscription.named(owner: Trace.number(ofOwner: viewModel, at: site))
  ///
  /// If the object goes out of memory and a subscription of it lives on, that is a certain leak: a recording
  /// shows the type of the object and the moment of its end. The first call for an object reports its type
  /// and `site`; later calls return the same number.
  ///
  /// The object is not kept alive, and none of its code runs. Its memory is kept until its end is noticed.
  /// This happens when subscriptions begin or end, at some values, at marks, and when the recording ends. Any
  /// thread may call.
  ///
  /// - Parameters:
  ///   - object: an object of the program.
  ///   - site: the call by which the program names the owner.
  /// - Returns: 0 for nil, and while nobody watches owners.
  public static func number(ofOwner object: AnyObject?, at site: CallSite) -> UInt64 {
    guard let object, ownersAreWatched else { return 0 }
    return OwnedObjects.number(of: object, at: site)
  }
}

/// The program's objects that own subscriptions, until they go out of memory.
///
/// An object is not kept alive, and none of its code runs. Only its memory is kept until its end is noticed.
/// No call reports that end. So a few objects are checked whenever lives begin or end, and at some values;
/// all objects are checked when a recording ends.
package enum OwnedObjects {
  private struct Entry {
    let object: UInt
    let number: UInt64
    /// Its end was reported already.
    var isTold = false
  }

  private struct State {
    var entries: [Entry] = []
    var places: [UInt: Int] = [:]
    var next = 0
  }

  private static let word = LockWord()
  // Guarded by the word.
  nonisolated(unsafe) private static var state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    .initialized(to: State())
  private static let count = Atomic<Int>(0)
  /// The number of objects that are checked at one time.
  private static let atOnce = 4

  /// The number of the object in traces. The first call reports the object.
  package static func number(of object: AnyObject, at site: CallSite) -> UInt64 {
    let pointer = Unmanaged.passUnretained(object).toOpaque()
    let address = UInt(bitPattern: pointer)
    let (number, isNew) = withState { state in
      if let place = state.places[address] { return (state.entries[place].number, false) }
      let number = Trace.newIdentifier()
      rx_object_keep_memory(UnsafeMutableRawPointer(bitPattern: address))
      state.places[address] = state.entries.count
      state.entries.append(Entry(object: address, number: number))
      count.store(state.entries.count, ordering: .relaxed)
      return (number, true)
    }
    if isNew { Trace.owner(number, .object, type: TypeNames.name(of: type(of: object)), at: site) }
    return number
  }

  private static func withState<Result>(_ body: (inout State) -> Result) -> Result {
    if word.takeOver() {
      // A thread that a forked child does not have may have changed the state half. The old state, and the
      // memory of its objects, stay unused.
      state = .allocate(capacity: 1).initialized(to: State())
    }
    return withTakenState(body)
  }

  private static func withTakenState<Result>(_ body: (inout State) -> Result) -> Result {
    defer { word.give() }
    return body(&state.pointee)
  }

  /// Checks a few objects, and reports those that are gone.
  @inline(__always)
  static func look() {
    if count.load(ordering: .relaxed) > 0 { look(at: atOnce) }
  }

  /// The same, without allocating or freeing memory, because a signal handler may send values.
  @inline(__always)
  static func glance() {
    if count.load(ordering: .relaxed) > 0 { glanceAtSome() }
  }

  @inline(never)
  private static func glanceAtSome() {
    for _ in 0..<atOnce {
      guard word.take() else { return }
      // No code of the program runs under the lock.
      if let number = withTakenState({ noteNextGone(&$0) }) { Trace.released(owner: number) }
    }
  }

  /// The number of the next object, if the object is gone and that is not reported yet.
  private static func noteNextGone(_ state: inout State) -> UInt64? {
    if state.next >= state.entries.count { state.next = 0 }
    guard state.next < state.entries.count else { return nil }
    let place = state.next
    state.next += 1
    guard !state.entries[place].isTold,
      rx_object_is_gone(UnsafeMutableRawPointer(bitPattern: state.entries[place].object))
    else { return nil }
    state.entries[place].isTold = true
    return state.entries[place].number
  }

  /// Checks all objects, and reports those that are gone.
  static func lookAtAll() { if count.load(ordering: .relaxed) > 0 { look(at: .max) } }

  @inline(never)
  private static func look(at most: Int) {
    var gone: [Entry] = []
    guard word.take() else { return }
    withTakenState { state in
      for _ in 0..<min(most, state.entries.count) {
        if state.next >= state.entries.count { state.next = 0 }
        guard !state.entries.isEmpty else { break }
        let entry = state.entries[state.next]
        guard rx_object_is_gone(UnsafeMutableRawPointer(bitPattern: entry.object)) else {
          state.next += 1
          continue
        }
        gone.append(entry)
        state.places[entry.object] = nil
        let last = state.entries.removeLast()
        if last.object != entry.object {
          state.entries[state.next] = last
          state.places[last.object] = state.next
        }
      }
      count.store(state.entries.count, ordering: .relaxed)
    }
    for entry in gone {
      rx_object_give_memory(UnsafeMutableRawPointer(bitPattern: entry.object))
      if !entry.isTold { Trace.released(owner: entry.number) }
    }
  }
}

extension UnsafeMutablePointer {
  fileprivate func initialized(to value: Pointee) -> Self {
    initialize(to: value)
    return self
  }
}
