// fault: owner-outlived
// verdict: suspect
// proof: run
// says: what listens to the presence of a guild is in the bag of the bot, not in that of the guild, and stays when the bot leaves it

import Signals

private struct Note: Sendable {
  enum Kind: Sendable { case message, reaction, presence }
  let guild: Int
  let kind: Kind
}

private final class Guild: Sendable {
  let number: Int
  let bag = DisposeBag()
  init(_ number: Int) { self.number = number }
}

/// A bot that is invited to guilds and thrown out of them.
private actor Bot {
  let gateway = PublishSubject<Note>()
  let heard = Shared(0)
  private let bag = DisposeBag()
  private var guilds: [Int: Guild] = [:]

  func join(_ number: Int) {
    let guild = Guild(number)
    let notes = gateway.filter { $0.guild == number }
    let hear: @Sendable (Note) -> Void = { [heard] _ in heard.update { $0 += 1 } }
    notes.filter { $0.kind == .message }.subscribe(next: hear).disposed(by: guild.bag)
    notes.filter { $0.kind == .reaction }.subscribe(next: hear).disposed(by: guild.bag)
    let owner = mended ? guild.bag : bag
    notes.filter { $0.kind == .presence }.subscribe(next: hear).disposed(by: owner)  // LEAK
    guilds[number] = guild
  }

  func leave(_ number: Int) { guilds[number] = nil }

  func disconnect() {
    guilds = [:]
    bag.dispose()
  }
}

enum GuildChannels: LeakProgram {
  static func run() {
    let bot = Bot()
    let isDone = Flag()
    Task {
      let traffic = bot.gateway.map { $0.guild }.distinctUntilChanged().subscribe(next: { _ in })
      for guild in 0..<12 {
        await bot.join(guild)
        for kind in [Note.Kind.message, .presence, .reaction, .presence] {
          bot.gateway.next(Note(guild: guild, kind: kind))
          bot.gateway.next(Note(guild: max(0, guild - 2), kind: kind))
          try? await Task.sleep(for: .milliseconds(4))
        }
        if guild > 1 { await bot.leave(guild - 2) }
      }
      await bot.disconnect()
      traffic.dispose()
      isDone.raise()
    }
    isDone.wait()
    print("heard", bot.heard.value)
  }
}
