#if OpenCombine
  import SignalTracing

  /// The numbers by which recordings know subjects, for as long as somebody is subscribed to them.
  enum HotSources {
    private struct Entry {
      let number: UInt64
      let object: KeptObject
      var subscribers = 1
    }

    private static let entries = Lock<[ObjectIdentifier: Entry]>([:])

    /// The subject's number. It has one more subscriber.
    static func join(_ subject: AnyObject) -> UInt64 {
      let key = ObjectIdentifier(subject)
      let known = entries.withLock { entries -> UInt64? in
        entries[key]?.subscribers += 1
        return entries[key]?.number
      }
      if let known { return known }
      let new = Entry(number: Trace.newIdentifier(), object: KeptObject(subject))
      return entries.withLock { entries in
        // Another thread may have been quicker.
        guard entries[key] == nil else {
          entries[key]?.subscribers += 1
          return entries[key]?.number ?? 0
        }
        entries[key] = new
        return new.number
      }
    }

    /// One subscriber of the subject has ended.
    static func leave(_ subject: ObjectIdentifier) {
      let left = entries.withLock { entries -> KeptObject? in
        entries[subject]?.subscribers -= 1
        guard let entry = entries[subject], entry.subscribers == 0 else { return nil }
        entries[subject] = nil
        return entry.object
      }
      // Its memory goes here, without the lock.
      _ = left
    }
  }
#endif
