import SignalTracing

/// The numbers of the program's objects in recordings.
enum OwnerNumber {
  /// The number of an object that owns loops or tasks; 0 for none, and while owners are not watched.
  static func of(_ owner: AnyObject?, at site: CallSite) -> UInt64 {
    guard let owner, Trace.ownersAreWatched else { return 0 }
    return OwnedObjects.number(of: owner, at: site)
  }
}
