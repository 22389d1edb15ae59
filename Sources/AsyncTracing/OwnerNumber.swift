import SignalTracing

/// The numbers by which recordings know objects of the program.
enum OwnerNumber {
  /// The number of an object that loops or tasks belong to; 0 for none, and while nobody watches owners.
  static func of(_ owner: AnyObject?, at site: CallSite) -> UInt64 {
    guard let owner, Trace.ownersAreWatched else { return 0 }
    return OwnedObjects.number(of: owner, at: site)
  }
}
