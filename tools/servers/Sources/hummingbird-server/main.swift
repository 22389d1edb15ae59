import Feed
import Hummingbird

let arguments = Arguments()
let feed = Feed()
let sum = Sum()
let requests = Count()

let router = Router()
router.get("price/:kind") { _, context -> String in
  let request = requests.next()
  let prices = feed.prices(of: request)
  let reader = Task {  // LEAK
    for await price in prices { sum.add(price) }
  }
  feed.send(request, to: request)
  if context.parameters.get("kind") == "lost", !arguments.isMended {
    feed.forget(request)
  } else {
    feed.finish(request)
    await reader.value
  }
  return "\(request)\n"
}
let server = Application(
  router: router, configuration: .init(address: .hostname("127.0.0.1", port: arguments.port)))
try await server.runService()
