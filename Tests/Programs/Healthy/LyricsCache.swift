// healthy: a table of subscriptions that are begun as songs are asked for, and that never end by themselves
// says: It has five entries at most; the one that was not used for longest is disposed before it goes.
// allows: nothing

import Signals

private struct Correction: Sendable {
  let song: Int
  let line: String
}

/// The words of the songs that were sung last, which others correct meanwhile.
private final class Lyrics {
  private struct Entry {
    let text: Shared<[String]>
    let following: Subscription
  }
  private let corrections: PublishSubject<Correction>
  private var entries: [Int: Entry] = [:]
  private var recent: [Int] = []

  init(_ corrections: PublishSubject<Correction>) { self.corrections = corrections }

  func text(of song: Int) -> [String] {
    recent.removeAll { $0 == song }
    recent.append(song)
    if let entry = entries[song] { return entry.text.value }
    let text = Shared(["first line of \(song)"])
    let following = corrections.filter { $0.song == song }
      .subscribe(next: { correction in text.update { $0.append(correction.line) } })
    entries[song] = Entry(text: text, following: following)
    if recent.count > 5 { entries.removeValue(forKey: recent.removeFirst())?.following.dispose() }
    return text.value
  }

  var count: Int { entries.count }
}

enum LyricsCache: LeakProgram {
  static func run() {
    let corrections = PublishSubject<Correction>()
    let lyrics = Lyrics(corrections)
    var sung = 0
    for evening in 0..<40 {
      sung += lyrics.text(of: evening * 7 % 18).count
      corrections.next(Correction(song: evening * 7 % 18, line: "la la"))
      corrections.next(Correction(song: (evening + 3) % 18, line: "la"))
      pause(milliseconds: 3)
    }
    print("lines", sung, "cached", lyrics.count)
    withExtendedLifetime(lyrics) {}
  }
}
