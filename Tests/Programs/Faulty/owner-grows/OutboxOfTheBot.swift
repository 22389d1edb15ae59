// fault: owner-grows
// verdict: suspect
// proof: run
// says: each message waits for its receipt in the bag of the bot and stays there when it has come; "quit" ends the program within its callback

import Glibc
import Signals

private enum Command: Sendable {
  case say(Int)
  case quit
}

private final class ChatBot: Sendable {
  let receipts = PublishSubject<Int>()
  private let delivered = Shared(0)
  private let bag = DisposeBag()  // LEAK

  func obey(_ commands: Signal<Command>) {
    commands.subscribe(next: { [weak self] command in
      switch command {
      case .say(let message): self?.send(message)
      case .quit: exit(0)
      }
    }).disposed(by: bag)
  }

  private func send(_ message: Int) {
    let receipt = receipts.filter { $0 == message }
    (mended ? receipt.take(1) : receipt)
      .subscribe(next: { [delivered] _ in delivered.update { $0 += 1 } })  // LEAK
      .disposed(by: bag)
  }
}

enum OutboxOfTheBot: LeakProgram {
  static func run() {
    let commands = PublishSubject<Command>()
    let bot = ChatBot()
    bot.obey(commands)
    let typing = bot.receipts.map { $0 % 2 }.distinctUntilChanged().subscribe(next: { _ in })
    for message in 0..<40 {
      commands.next(.say(message))
      if message > 1 { bot.receipts.next(message - 2) }
      pause(milliseconds: 4)
    }
    typing.dispose()
    withExtendedLifetime(bot) { commands.next(.quit) }
  }
}
