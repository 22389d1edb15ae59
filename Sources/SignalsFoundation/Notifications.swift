public import Foundation
import SignalTracing
public import Signals
import TraceFormat

extension Signal {
  /// Sends the result of `transform` for each notification of a name. Never completes.
  ///
  ///     posted             1--2----3---
  ///     fromNotifications     ^----3---
  ///
  /// It observes from the subscription to its disposal, and sends on the thread that posts. If several
  /// threads post at the same time, or a notification is posted during a delivery, the values are delivered
  /// one after the other: a post may return before its value has arrived. Hot: earlier notifications are not
  /// sent. A notification need not be `Sendable`, so `transform` makes a value from it, on the thread that
  /// posts. A throw becomes the signal's error.
  ///
  /// - Parameters:
  ///   - object: the object whose notifications are sent; nil for those of all objects. It is not kept in
  ///     memory.
  ///
  /// As `NSNotificationCenter -rac_addObserverForName:object:` and ReactiveSwift
  /// `notifications(forName:object:)`.
  public static func fromNotifications(
    named name: Notification.Name, object: AnyObject? = nil, center: NotificationCenter = .default,
    file: StaticString = #fileID, line: UInt32 = #line,
    _ transform: @escaping @Sendable (Notification) throws -> Value
  ) -> Signal<Value> {
    let (object, center) = (Weak(object), Shared(center))
    return .serialSource(CallSite("fromNotifications", file, line, [.source, .hot, .endless])) { subscriber in
      // If the object is gone before the subscription, nothing is sent: nil would mean all objects.
      guard !object.isGone else { return nil }
      let observer = Shared(
        center.value.addObserver(forName: name, object: object.value, queue: nil) { notification in
          do { subscriber.next(try transform(notification)) } catch { subscriber.error(error) }
        })
      return Disposable { center.value.removeObserver(observer.value) }
    }
  }
}

extension Signal where Value == Void {
  /// Sends whenever a notification of a name is posted. Never ends. See
  /// `fromNotifications(named:object:center:_:)`.
  ///
  ///     posted             x--x----x---
  ///     fromNotifications     ^----x---
  ///
  /// - Parameters:
  ///   - object: the object whose notifications are sent; nil for those of all objects. It is not kept in
  ///     memory.
  ///
  /// As `NSNotificationCenter -rac_addObserverForName:object:`.
  public static func fromNotifications(
    named name: Notification.Name, object: AnyObject? = nil, center: NotificationCenter = .default,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Void> {
    fromNotifications(named: name, object: object, center: center, file: file, line: line) { _ in }
  }
}

/// A weak reference that tells whether there was an object.
private struct Weak: @unchecked Sendable {
  // Only read.
  weak var value: AnyObject?
  private let wasThere: Bool

  init(_ value: AnyObject?) {
    self.value = value
    wasThere = value != nil
  }

  var isGone: Bool { wasThere && value == nil }
}
