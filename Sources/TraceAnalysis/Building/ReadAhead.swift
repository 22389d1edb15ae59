internal import Dispatch
package import TraceFormat

/// The events of a recording, decoded by a thread of its own some batches ahead of the one that takes them,
/// so that a machine with two processors uses both.
///
/// Batches go round: a decoded one waits until it is taken, an empty one until it is filled. Decoded records
/// that are not yet taken are a few hundred kilobytes and its texts, whatever the recording's size. Of
/// Dispatch it needs the thread and the semaphores, and nothing of it is seen elsewhere.
package enum ReadAhead {
  private static let batchCount = 4
  package static let batchSize = 1024
  /// A recording of fewer records is read in a moment, without a thread for it.
  package static let leastRecords: UInt64 = 50_000

  private struct Item {
    let time: UInt64
    let thread: ThreadID
    let event: TraceEvent
  }

  /// The state that both threads share.
  private final class Ring: @unchecked Sendable {
    // Threads: a batch, with its count, belongs to the decoder from `empty.wait()` to `full.signal()`, else
    // to the taker from `full.wait()` to `empty.signal()`.
    let items = UnsafeMutablePointer<Item>.allocate(capacity: batchCount * batchSize)
    let counts = UnsafeMutablePointer<Int>.allocate(capacity: batchCount)
    let empty = DispatchSemaphore(value: batchCount)
    let full = DispatchSemaphore(value: 0)
    /// How many events there were, losses aside; the decoder's until its last batch is full.
    var given: UInt64 = 0

    deinit {
      // Every batch has been taken.
      items.deallocate()
      counts.deallocate()
    }

    func decode(_ recording: Recording, _ ticks: ClosedRange<UInt64>) {
      var batch = 0
      var count = 0
      empty.wait()
      given = recording.read(ticks) { time, thread, event in
        (items + (batch * batchSize + count)).initialize(to: Item(time: time, thread: thread, event: event))
        count += 1
        guard count == batchSize else { return }
        hand(&batch, &count)
        empty.wait()
      }
      // One that is not full is the last.
      hand(&batch, &count)
    }

    private func hand(_ batch: inout Int, _ count: inout Int) {
      counts[batch] = count
      (batch, count) = ((batch + 1) % batchCount, 0)
      full.signal()
    }

    func take(_ body: (_ time: UInt64, _ thread: ThreadID, _ event: consuming TraceEvent) -> Void) {
      var batch = 0
      var isLast = false
      while !isLast {
        full.wait()
        let first = items + batch * batchSize
        for index in 0..<counts[batch] {
          let item = (first + index).move()
          body(item.time, item.thread, item.event)
        }
        isLast = counts[batch] < batchSize
        batch = (batch + 1) % batchCount
        empty.signal()
      }
    }
  }

  /// Gives the events of `recording` whose ticks lie in `ticks` to `body`, on the calling thread and in the
  /// order of time. Returns how many it gave, losses aside.
  ///
  /// - Parameter least: a recording of fewer records is read without a second thread.
  @discardableResult
  package static func read(
    _ recording: Recording, _ ticks: ClosedRange<UInt64> = 0 ... .max, least: UInt64 = leastRecords,
    _ body: (_ time: UInt64, _ thread: ThreadID, _ event: consuming TraceEvent) -> Void
  ) -> UInt64 {
    guard recording.recordCount >= least else { return recording.read(ticks, body) }
    let ring = Ring()
    // A queue of its own has a thread of its own, however many others are busy or wait.
    DispatchQueue(label: "rxtrace decoder").async { ring.decode(recording, ticks) }
    ring.take(body)
    return ring.given
  }
}
