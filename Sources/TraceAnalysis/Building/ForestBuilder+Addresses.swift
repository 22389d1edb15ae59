package import TraceFormat

extension ForestBuilder {
  /// Gives lines to the places that are known by their addresses. Places of one line become one.
  package mutating func resolveAddresses(with lines: any AddressResolver) {
    var resolved: [Int: Int] = [:]
    for entry in sites.entries where entry.site.isAddress {
      resolved[entry.index] = sites.index(of: lines.resolved(entry.site))
    }
    guard !resolved.isEmpty else { return }
    for index in lives.indices {
      if let place = resolved[lives.site(of: index)] { lives[index].site = UInt32(clamping: place) }
    }
  }
}
