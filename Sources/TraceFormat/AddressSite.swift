// Places that are addresses.
//
// A program that makes a task says nothing of its `#fileID`: the library that notes the task knows return
// addresses and nothing more. Such a site has `@` as the first character of its file, then the calls that led
// there, the innermost first, separated by spaces: each the module, `+0x`, and the offset of the call as the
// module's file counts. The module is the program's name, or the path of a library. Its line is 0. A reader
// of the recording finds the lines: in the program, or in a debug file of the same build-id (the recording's
// header has both).
//
//     @server+0x4f1a3 server+0x51b07 /usr/lib/libpool.so+0x1f0
//
// Several calls, since the first ones are often in `Task.init` or in a library. Other forms that were thought
// of:
//
// - Lines found by the program itself: it would have to read its debug information, at the moment when a task
//   is made.
// - A record of its own for modules, and numbers in the site: shorter, but a chunk would need another one to
//   be understood. A site is written once in a chunk.
// - A record of its own for addresses: every reader would have to learn it. An older reader shows this text
//   as a file.

/// A place in the code of a program, as the file that holds it counts.
package struct CodeAddress: Hashable, Sendable {
  /// The name of the program, or the path of a library.
  package let module: String
  package let offset: UInt64

  package init(module: String, offset: UInt64) {
    self.module = module
    self.offset = offset
  }
}

/// Knows the lines of sites that are addresses. It is asked on any thread.
package protocol AddressResolver: AnyObject, Sendable {
  /// The same site with a file and a line; where they cannot be found, with a text that people understand.
  func resolved(_ site: Site) -> Site
}

extension Site {
  package var isAddress: Bool { file.utf8.first == UInt8(ascii: "@") }

  /// The calls that led to it, the innermost first. Words that make no sense are left out.
  package var addresses: [CodeAddress] {
    guard isAddress else { return [] }
    var found: [CodeAddress] = []
    // A path may hold spaces.
    var path: [Substring] = []
    for word in file.dropFirst().split(separator: " ", omittingEmptySubsequences: false) {
      path.append(word)
      guard let plus = word.lastIndex(of: "+"), word[plus...].hasPrefix("+0x"),
        let offset = UInt64(word[plus...].dropFirst(3), radix: 16)
      else { continue }
      path[path.count - 1] = word[..<plus]
      found.append(CodeAddress(module: path.joined(separator: " "), offset: offset))
      path = []
    }
    return found
  }
}
