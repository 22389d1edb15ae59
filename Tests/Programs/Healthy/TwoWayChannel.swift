// healthy: two ends that send to each other; channels that end, one that is in use
// says: A form edits a field over a channel and closes it when it is left; the last form is open at exit.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Field: Sendable {
  let text = MutableProperty("")
  private let open = SerialDisposable()

  func edit() -> ChannelTerminal<String> {
    let channel = Channel<String>()
    open.inner = BinaryDisposable(
      text.signal.distinctUntilChanged().subscribe(next: { channel.leading.next($0) }),
      channel.leading.subscribe(next: { [weak self] text in
        if self?.text.value != text { self?.text.set(text) }
      }))
    return channel.following
  }
}

private final class Form: Sendable {
  let shown = Shared("")
  private let bag = DisposeBag()
  private let terminal: ChannelTerminal<String>

  init(_ field: Field) {
    terminal = field.edit()
    terminal.subscribe(next: { [shown] text in shown.update { $0 = text } }).disposed(by: bag)
  }

  func type(_ text: String) { terminal.next(text) }
  func close() { terminal.completed() }
}

enum TwoWayChannel: LeakProgram {
  static func run() {
    let field = Field()
    for visit in 0..<24 {
      let form = Form(field)
      for letter in 0..<4 {
        form.type("text \(visit) \(letter)")
        pause(milliseconds: 1)
      }
      field.text.set("corrected \(visit)")
      if visit == 23 {
        print(form.shown.value)
        exit(0)
      }
      form.close()
    }
  }
}
