public import TraceFormat

// The types of a trace that an adapter uses: code that imports this module has them by name. Their members
// are those of `TraceFormat`.

public typealias DisposalReason = TraceFormat.DisposalReason
public typealias EventKind = TraceFormat.EventKind
public typealias Role = TraceFormat.Role
public typealias Site = TraceFormat.Site
public typealias SiteTraits = TraceFormat.SiteTraits
public typealias SubscriptionID = TraceFormat.SubscriptionID
