/// A probe as the provider files define it: its name and its parameters, in their order.
struct ProbeSignature: Sendable {
  struct Parameter: Hashable, Sendable {
    let name: String
    let isText: Bool
  }

  let provider: String
  let name: String
  let parameters: [Parameter]
  let makes: Kind

  enum Kind: Sendable {
    case subscribed, named, next, nextValue, error, completed, disposed, released, handleReleased, dropped,
      overlap
    case counted, connected, disconnected, joined, mark
    case added, removed, ownerDisposed
    case scheduled, began, ended, cancelled
  }

  /// As the lines of `record.bt` call it: one name for each, without the provider.
  var word: String { makes == .ownerDisposed ? "owner__disposed" : name }

  /// The content of a line of `record.bt` holds: of the operator's name only `subscribed` tells, once for
  /// each subscription.
  let recorded: [Parameter]

  /// No probe: how many values `lifecycle.bt` has counted for a subscription that has ended.
  private static let counted = ProbeSignature("lifecycle:values", .counted, ["subscription", "count"])

  static let all: [ProbeSignature] = [
    ProbeSignature(
      "racsignal:subscribed", .subscribed, ["subscription", "downstream", "role", "line"],
      ["operator_name", "file"]),
    ProbeSignature("racsignal:named", .named, ["subscription", "owner"], ["label"]),
    ProbeSignature("racsignal:next", .next, ["subscription", "event", "cause"], ["operator_name"]),
    ProbeSignature(
      "racsignal:next__value", .nextValue, ["subscription", "event", "cause"], ["operator_name", "value"]),
    ProbeSignature(
      "racsignal:error", .error, ["subscription", "event", "cause"], ["operator_name", "description"]),
    ProbeSignature("racsignal:completed", .completed, ["subscription", "event", "cause"], ["operator_name"]),
    ProbeSignature(
      "racsignal:disposed", .disposed, ["subscription", "event", "cause", "reason"], ["operator_name"]),
    ProbeSignature("racsignal:released", .released, ["subscription"], ["operator_name"]),
    ProbeSignature("racsignal:handle__released", .handleReleased, ["subscription"], ["operator_name"]),
    ProbeSignature("racsignal:dropped", .dropped, ["subscription", "kind"], ["operator_name"]),
    ProbeSignature("racsignal:overlap", .overlap, ["subscription", "thread", "other"], ["operator_name"]),
    ProbeSignature("racsignal:connected", .connected, ["connection", "source", "subscribers"]),
    ProbeSignature("racsignal:disconnected", .disconnected, ["connection", "source", "subscribers"]),
    ProbeSignature("racsignal:mark", .mark, ["event"], ["text"]),
    ProbeSignature("racsignal:joined", .joined, ["subscription", "connection"]),
    ProbeSignature("raccompounddisposable:added", .added, ["compound", "child", "total"]),
    ProbeSignature("raccompounddisposable:removed", .removed, ["compound", "child", "total"]),
    ProbeSignature("raccompounddisposable:disposed", .ownerDisposed, ["compound", "children"]),
    ProbeSignature("racscheduler:scheduled", .scheduled, ["work", "scheduler", "cause", "delay"], ["name"]),
    ProbeSignature("racscheduler:began", .began, ["work", "scheduler"], ["name"]),
    ProbeSignature("racscheduler:ended", .ended, ["work", "scheduler"], ["name"]),
    ProbeSignature("racscheduler:cancelled", .cancelled, ["work", "scheduler"], ["name"]),
  ]

  /// By `word`, as bytes.
  static let byWord = Dictionary(
    uniqueKeysWithValues: (all + [counted]).map { (ArraySlice($0.word.utf8), $0) })
  /// By `provider:name`, as bytes.
  static let byName = Dictionary(
    uniqueKeysWithValues: all.map { (ArraySlice("\($0.provider):\($0.name)".utf8), $0) })

  private init(_ name: String, _ makes: Kind, _ numbers: [String], _ texts: [String] = []) {
    let parts = name.split(separator: ":")
    provider = String(parts[0])
    self.name = String(parts[1])
    self.makes = makes
    let parameters =
      numbers.map { Parameter(name: $0, isText: false) } + texts.map { Parameter(name: $0, isText: true) }
    self.parameters = parameters
    recorded = makes == .subscribed ? parameters : parameters.filter { $0.name != "operator_name" }
  }
}
