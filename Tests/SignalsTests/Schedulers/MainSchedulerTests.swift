import Dispatch
import Signals
import Testing

@Suite struct MainSchedulerTests {
  @Test func `work runs at once on the main queue`() async {
    let out = Transcript()
    await onMain {
      MainScheduler().schedule { out.print("inner") }
      out.print("outer")
    }
    #expect(out.lines == ["inner", "outer"])
  }

  @Test func `work from elsewhere runs on the main queue`() async {
    let isMain = await withCheckedContinuation { continuation in
      MainScheduler.shared.schedule { continuation.resume(returning: MainScheduler.isCurrent) }
    }
    #expect(isMain)
    let isMainElsewhere = await withCheckedContinuation { continuation in
      QueueScheduler().schedule { continuation.resume(returning: MainScheduler.isCurrent) }
    }
    #expect(!isMainElsewhere)
  }

  @Test func `what is scheduled within work comes after it, and keeps its order`() async {
    let out = Transcript()
    let scheduler = MainScheduler()
    await onMain {
      scheduler.schedule {
        scheduler.schedule { out.print("2") }
        scheduler.schedule { out.print("3") }
        out.print("1")
      }
      // Something waits, so this one waits as well.
      scheduler.schedule { out.print("4") }
    }
    await scheduler.settle()
    #expect(out.lines == ["1", "2", "3", "4"])
  }

  @Test func `work of a timer counts as its own`() async {
    let out = Transcript()
    let scheduler = MainScheduler()
    await withCheckedContinuation { continuation in
      scheduler.schedule(after: .milliseconds(1)) {
        scheduler.schedule {
          out.print("2")
          continuation.resume()
        }
        out.print("1")
      }
    }
    #expect(out.lines == ["1", "2"])
  }

  @Test func `the current scheduler of the main queue is the main one`() async {
    let out = Transcript()
    await onMain { out.print(CurrentScheduler.value?.identity.name ?? "none") }
    #expect(out.lines == ["main"])
  }

  @Test func `delivery on main is inline there and in order`() async {
    let out = Transcript()
    let subject = PublishSubject<Int>()
    _ = subject.deliverOnMain().subscribe(
      next: { out.print("\($0)\(MainScheduler.isCurrent ? "" : " elsewhere")") },
      completed: { out.print("end") })
    await onMain {
      subject.next(1)
      out.print("sent")
    }
    subject.next(2)
    subject.next(3)
    subject.completed()
    await onMain {}
    #expect(out.lines == ["1", "sent", "2", "3", "end"])
  }

  private func onMain(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async {
        body()
        continuation.resume()
      }
    }
  }
}
