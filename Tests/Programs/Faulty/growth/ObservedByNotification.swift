// fault: growth
// verdict: suspect
// proof: run
// says: each visit of the screen observes the notification again and keeps the handle in a list that nobody empties

import Foundation
import Signals
import SignalsFoundation

/// A screen that listens to the arrival of mail whenever it is shown.
enum ObservedByNotification: LeakProgram {
  static func run() {
    let name = Notification.Name("mail")
    let center = NotificationCenter()
    var handles: [Subscription] = []
    for visit in 0..<20 {
      if mended { handles.popLast()?.dispose() }
      handles.append(
        Signal<Int>.fromNotifications(named: name, center: center) { _ in visit }
          .subscribe(next: { _ in }))  // LEAK
      center.post(name: name, object: nil)
      pause(milliseconds: 5)
    }
    pause(milliseconds: 40)
    center.post(name: name, object: nil)
    if mended { handles.popLast()?.dispose() }
    withExtendedLifetime(handles) {}
  }
}
