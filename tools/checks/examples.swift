// What the examples in README and the documentation take for granted. tools/checks/chains compiles each of them with this.
import Signals
import SignalsTesting

struct User: Sendable { var name: String }
struct Reading: Sendable { var celsius: Double }

let signal = Signal<Float>.empty()
let ids = 1

func load(_ id: Int) async throws -> User { User(name: "\(id)") }
func search(_ text: String) async throws -> [User] { [] }
func show(_ users: [User]) {}
func report(_ error: any Error) {}
func draw(_ value: Float) async {}
