// Declarations that the examples in README and the documentation take for granted. tools/checks/chains compiles each
// example with them.
import Signals
import SignalsTesting

struct User: Sendable { var name: String }
struct Reading: Sendable { var celsius: Double }
@MainActor final class Label: Sendable { var text: Float = 0 }
actor Player { var volume: Float = 0 }
struct Game: Sendable { let moves = AsyncStream<Int> { $0.finish() } }
final class WallClock: Sendable {
  func observe(_ tick: @escaping @Sendable (Int) -> Void) -> Int { 0 }
  func remove(_ token: Int) {}
}

let signal = Signal<Float>.empty()
let words = Signal<String>.empty()
let id = 1
let bag = DisposeBag()
let game = Game()
let player = Player()
@MainActor let label = Label()

func load(_ id: Int) async throws -> User { User(name: "\(id)") }
func search(_ text: String) async throws -> [User] { [] }
func show(_ users: [User]) {}
func report(_ error: any Error) {}
func draw(_ value: Float) async {}
func settled(_ typed: Signal<Character>, on scheduler: some TimedScheduler) -> Signal<Character> {
  typed.debounce(for: .ticks(3), on: scheduler)
}
func ticks(of ticker: Signal<Int>) -> Signal<Int> { ticker.map { $0 + 1 } }
