extension RecordDecoder {
  /// Reads a record of a kind from 64 up. Nil for what has no meaning for this version: the record is skipped.
  mutating func extended(_ number: UInt8) -> TraceEvent? {
    let kind = RecordKind(rawValue: number)
    return withExtent { fields in
      switch kind {
      case .siteTraits:
        fields.readTraits()
        return nil
      case .owner: return fields.owner()
      case .ownerReleased: return OwnerID(fields.varint()).map { .ownerReleased($0) }
      case .joined:
        guard let id = fields.readNearSubscription() else { return nil }
        return .joined(id, connection: fields.varint())
      case .called:
        let call = OwnerCall(rawValue: fields.small())
        let id = fields.varint()
        // A call that this version does not know may be the one that defines a site.
        guard let site = fields.readExtendedSite(), let call else { return nil }
        return .called(call, id: id, site: site)
      case .waiting:
        guard let id = fields.readNearSubscription(), let input = UInt32(exactly: fields.varint()) else {
          return nil
        }
        return .waiting(id, input: input, count: fields.varint())
      case .counted:
        guard let id = fields.readNearSubscription() else { return nil }
        return .counted(id, values: fields.varint())
      case .begun:
        guard let id = fields.readNearSubscription(), let event = fields.readNearEvent() else { return nil }
        return .begun(id, within: event)
      case .joinedSource:
        guard let id = fields.readNearSubscription(), let source = fields.readNearSource() else { return nil }
        return .joinedSource(id, source: source)
      case .subscribedAgain:
        guard let id = fields.readNearSubscription(),
          let first = fields.readNearSource().flatMap(SubscriptionID.init)
        else { return nil }
        return .subscribedAgain(id, first: first)
      default: return nil
      }
    }
  }

  private mutating func owner() -> TraceEvent? {
    guard let id = OwnerID(varint()) else { return nil }
    let kind = OwnerKind(rawValue: small()) ?? .unknown
    let type = readOptionalText()
    guard varint() != 0 else { return .owner(id, kind: kind, type: type, site: nil) }
    return readExtendedSite().map { .owner(id, kind: kind, type: type, site: $0) }
  }
}
