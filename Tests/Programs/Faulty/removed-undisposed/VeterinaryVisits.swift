// fault: removed-undisposed
// verdict: likely
// proof: run
// says: an animal that is sent on to another clinic is taken out of the table, and its heart is listened to on

import Signals

private struct Beat: Sendable {
  let animal: String
  let strength: Int
}

/// A practice in which animals are watched while they are there.
private final class Practice {
  let beats = PublishSubject<Beat>()
  private var watched: [String: Subscription] = [:]
  private let faint = Shared<[String]>([])

  func admit(_ animal: String) {
    watched[animal] = beats.filter { $0.animal == animal && $0.strength < 3 }
      .subscribe(next: { [faint] beat in faint.update { $0.append(beat.animal) } })  // LEAK
  }

  /// The animal goes home.
  func discharge(_ animal: String) { watched.removeValue(forKey: animal)?.dispose() }

  /// The animal goes to a clinic, where others watch it.
  func transfer(_ animal: String, to clinic: String) {
    print(animal, "goes to", clinic)
    if mended { watched[animal]?.dispose() }
    watched.removeValue(forKey: animal)  // LEAK
  }

  func close() {
    for (_, watch) in watched { watch.dispose() }
    watched = [:]
  }

  var warnings: Int { faint.value.count }
}

enum VeterinaryVisits: LeakProgram {
  static func run() {
    let practice = Practice()
    let monitor = practice.beats.subscribe(next: { _ in })
    let animals = ["cat", "dog", "hen", "goat", "horse", "mouse", "owl", "pig", "rat", "swan"]
    for (number, animal) in animals.enumerated() {
      practice.admit(animal)
      for strength in 0..<5 { practice.beats.next(Beat(animal: animal, strength: strength)) }
      pause(milliseconds: 5)
      if number % 3 == 1 {
        practice.transfer(animal, to: "the university")
      } else if number < 8 {
        practice.discharge(animal)
      }
    }
    for beat in 0..<30 {
      practice.beats.next(Beat(animal: animals[beat % 10], strength: beat % 5))
      pause(milliseconds: 2)
    }
    practice.close()
    for beat in 0..<10 { practice.beats.next(Beat(animal: animals[beat], strength: 1)) }
    print("warnings", practice.warnings)
    monitor.dispose()
  }
}
