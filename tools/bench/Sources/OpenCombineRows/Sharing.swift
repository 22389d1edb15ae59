import Harness
import OpenCombine

extension Contestant {
  mutating func addSharing() {
    self[.shareCycle] = {
      let shared = Subject().share()
      return { count in
        sumWhile {
          for _ in 0..<count {
            shared.sink { sum &+= $0 }.cancel()
            sum &+= 1
          }
        }
      }
    }
    self[.shareSecond] = {
      let shared = Subject().share()
      let first = shared.sink { sum &+= $0 }
      return { count in
        withExtendedLifetime(first) {
          sumWhile {
            for _ in 0..<count {
              shared.sink { sum &+= $0 }.cancel()
              sum &+= 1
            }
          }
        }
      }
    }
    addChain(.shareEvent) { $0.share().sink { sum &+= $0 } }
  }
}
