import Foundation
import Signals
import SignalsFoundation

/// What joins signals to Foundation, as far as it keeps the machine's time.
extension OperatorTable {
  @RowBuilder static var foundation: [OperatorRow] {
    row(
      "static fromNotifications(named:object:center:_:)", closures: ["transform"], completes: { _ in false },
      traits: .outlivesSubscribers, .mustNotFail
    ) { b in
      let name = Notification.Name("posted")
      let center = NotificationCenter()
      b.keep(b.source.bind(to: center) { $0.post(name: name, object: nil, userInfo: ["value": $1]) })
      return .fromNotifications(named: name, center: center) { notification in
        try b("transform", notification.userInfo?["value"] as? LivingValue ?? b.value(0))
      }
    }
    row(
      "static fromNotifications(named:object:center:)", completes: { _ in false },
      traits: .outlivesSubscribers, .mustNotFail
    ) { b in
      let name = Notification.Name("posted")
      let center = NotificationCenter()
      b.keep(b.source.bind(to: center) { center, _ in center.post(name: name, object: nil) })
      return Signal<Void>.fromNotifications(named: name, center: center)
    }
    row("encode(with:)") { b in b.source.map(\.number).encode() }
    row("decode(_:with:)") { b in
      b.source.map { Data("\($0.number)".utf8) }.decode(Int.self)
    }
  }
}
