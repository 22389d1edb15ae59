// fault: removed-undisposed
// verdict: likely
// proof: run
// says: who leaves or is sent away is removed and disposed; who has fallen asleep is removed only

import Signals

/// The seats of a lobby, each with what its guest hears.
private final class Lobby: Sendable {
  private let guests = CompositeDisposable()

  func sit(_ chat: Signal<Int>, seat: Int) -> Disposable {
    let hearing = chat.map { $0 + seat }.subscribe(next: { _ in })
    guests.add(hearing)
    return hearing
  }

  func leave(_ hearing: Disposable) {
    guests.remove(hearing)
    hearing.dispose()
  }

  func sendAway(_ hearing: Disposable) {
    guests.remove(hearing)
    hearing.dispose()
  }

  func timeOut(_ hearing: Disposable) {
    guests.remove(hearing)  // LEAK
    if mended { hearing.dispose() }
  }

  func close() { guests.dispose() }
}

enum LobbySeats: LeakProgram {
  static func run() {
    let chat = PublishSubject<Int>()
    let music = PublishSubject<Int>()
    let speaker = music.subscribe(next: { _ in })
    let lobby = Lobby()
    for seat in 0..<9 {
      let hearing = lobby.sit(chat, seat: seat)
      for line in 0..<3 {
        chat.next(line)
        music.next(line)
      }
      pause(milliseconds: 3)
      switch seat % 4 {
      case 0: lobby.leave(hearing)
      case 1: lobby.sendAway(hearing)
      case 2: lobby.timeOut(hearing)
      default: break
      }
    }
    lobby.close()
    for line in 0..<20 {
      chat.next(line)
      music.next(line)
      pause(milliseconds: 2)
    }
    speaker.dispose()
  }
}
