// An adapter as a stranger writes it: it imports the library and the seam, and nothing else of this package.
import Brook
import SignalTracing

/// Shows the pipes of Brook in recordings.
public final class BrookTracing: BrookWatcher {
  private var sources: [ObjectIdentifier: UInt64] = [:]

  public static func enable() { Brooks.watcher = BrookTracing() }

  public func watcher(
    of part: Part, below: (any PipeWatcher)?, owner: AnyObject?, bed: AnyObject?
  ) -> any PipeWatcher {
    let life = PipeLife(part, below: below as? PipeLife, owner: owner)
    if let bed, TracedSubscription.livesAreWatched { life.trace.joined(source: number(of: bed)) }
    return life
  }

  public func lost(bed: AnyObject) {
    if let number = sources.removeValue(forKey: ObjectIdentifier(bed)) { Trace.abandoned(source: number) }
  }

  private func number(of bed: AnyObject) -> UInt64 {
    let key = ObjectIdentifier(bed)
    let number = sources[key] ?? Trace.newIdentifier()
    sources[key] = number
    return number
  }
}

/// The life of one pipe.
private final class PipeLife: TracedLife, PipeWatcher, @unchecked Sendable {
  // Everything is constant.
  private let kind: Part.Kind

  init(_ part: Part, below: PipeLife?, owner: AnyObject?) {
    kind = part.kind
    super.init(
      CallSite(part.name, part.file, part.line, PipeLife.traits(of: part.kind)), downstream: below,
      role: part.kind == .reader ? Role(.loop) : Role(.source), owner: owner)
  }

  private static func traits(of kind: Part.Kind) -> SiteTraits {
    switch kind {
    case .spring: [.source, .hot]
    case .closure: [.source, .subscribesInUserCode]
    case .stage: []
    case .reader: .root
    }
  }

  func opens(_ open: () -> Void) {
    if kind == .closure { ThreadState.onBehalf(of: trace, open) } else { open() }
  }

  func sends(_ value: Any, _ send: () -> Void) { next(describing: { "\(value)" }, send) }
  func ends(_ end: () -> Void) { completed(end) }
  func closes() { dispose(kind == .reader ? .explicit : .downstream) }
}
