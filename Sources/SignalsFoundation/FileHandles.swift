import Dispatch
public import Foundation
import SignalTracing
public import Signals
import TraceFormat

extension Signal where Value == Data {
  /// Reads from `handle`, sends each piece of data as it arrives, and completes at the end of the file.
  ///
  ///     handle          -A--B-|     (A and B are pieces of data)
  ///     fromFileHandle  -A--B-|
  ///
  /// Works with files, pipes, sockets and terminals. Pieces are sent one after another, on a queue of the
  /// subscription's own. A failed read is an error (`POSIXError`). Every subscription reads from the handle's
  /// present position. Disposal ends the reading and leaves the handle open. A subscription keeps the handle
  /// in memory.
  ///
  /// - Parameter limit: the greatest number of bytes in one piece. A number below 1 is 1.
  ///
  /// As `NSFileHandle -rac_readInBackground`.
  public static func fromFileHandle(
    _ handle: FileHandle, limit: Int = 65_536, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Data> {
    let handle = Shared(handle)
    return .source(CallSite("fromFileHandle", file, line, [.source, .ends])) { subscriber in
      let queue = DispatchQueue(label: "fromFileHandle")
      // A program that this process starts must not hold the pipe open.
      let descriptor = fcntl(handle.value.fileDescriptor, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EBADF) }
      let channel = DispatchIO(type: .stream, fileDescriptor: descriptor, queue: queue) { _ in
        close(descriptor)
      }
      channel.setLimit(lowWater: 1)
      channel.setLimit(highWater: Swift.max(1, limit))
      channel.read(offset: 0, length: .max, queue: queue) { [handle] isDone, piece, error in
        guard subscriber.isOpen else { return }
        if let piece, !piece.isEmpty { subscriber.next(Data(piece)) }
        guard isDone, subscriber.isOpen else { return }
        if error == 0 {
          subscriber.completed()
        } else if error != ECANCELED {
          subscriber.error(POSIXError(POSIXErrorCode(rawValue: error) ?? .EIO))
        }
        withExtendedLifetime(handle) {}
      }
      return Disposable { channel.close(flags: .stop) }
    }
  }
}
