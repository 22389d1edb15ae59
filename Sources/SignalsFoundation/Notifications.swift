public import Foundation
import SignalTracing
public import Signals
import TraceFormat

extension Signal {
  /// Sends the result of `transform` for each notification of a name. Never ends.
  ///
  ///     posted             1--2----3---
  ///     fromNotifications     ^----3---
  ///
  /// It observes from the subscription to its disposal, and sends on the thread that posts. Where several
  /// threads post at the same time, or a notification is posted while another one is delivered, one is
  /// delivered after the other: a post may return before its value has arrived. Hot: what was posted before
  /// is not sent. A notification may hold anything, so `transform` says what of it goes on, on the thread
  /// that posts; a throw becomes the signal's error.
  ///
  /// - Parameters:
  ///   - object: whose notifications; nil for everybody's. It is not kept.
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
      // Whose object is gone before anybody subscribes hears nothing: nil would mean everybody's.
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
  /// Sends whenever a notification of a name is posted; ends never. See
  /// `fromNotifications(named:object:center:_:)`.
  ///
  ///     posted             x--x----x---
  ///     fromNotifications     ^----x---
  ///
  /// - Parameters:
  ///   - object: whose notifications; nil for everybody's. It is not kept.
  ///
  /// As `NSNotificationCenter -rac_addObserverForName:object:`.
  public static func fromNotifications(
    named name: Notification.Name, object: AnyObject? = nil, center: NotificationCenter = .default,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Void> {
    fromNotifications(named: name, object: object, center: center, file: file, line: line) { _ in }
  }
}

/// An object that was there, and may have gone.
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
