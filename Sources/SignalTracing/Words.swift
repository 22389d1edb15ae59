public import TraceFormat

// The words of a trace that an adapter says: who imports the seam has them by name. Their members are
// `TraceFormat`'s.

public typealias DisposalReason = TraceFormat.DisposalReason
public typealias EventKind = TraceFormat.EventKind
public typealias Role = TraceFormat.Role
public typealias Site = TraceFormat.Site
public typealias SiteTraits = TraceFormat.SiteTraits
public typealias SubscriptionID = TraceFormat.SubscriptionID
