// healthy: groups that never end, and windows by the dozen
// says: There are six regions, so there are six groups; every window of a region ends with its time.
// allows: nothing

import Dispatch
import Signals
import Synchronization

private enum Region: Int, Sendable, CaseIterable {
  case europe, america, asia, africa, oceania, orbit
}

private struct Hit: Sendable {
  let region: Region
  let bytes: Int
  let isCached: Bool
}

private struct Rate: Sendable {
  let region: Region
  let hits: Int
  let bytes: Int
}

/// Counts what the edges deliver, by region and by time.
private final class EdgeStatistics: Sendable {
  let hits = PublishSubject<Hit>()
  let latest = Shared<[Region: Rate]>([:])
  let windows = Atomic<Int>(0)
  private let clock = QueueScheduler("statistics")
  private let bag = DisposeBag()

  func start() {
    hits
      .groupBy { $0.region }
      .flatMap { region in self.rates(of: region) }
      .subscribe(next: { [latest] rate in latest.update { $0[rate.region] = rate } })
      .disposed(by: bag)
  }

  private func rates(of group: GroupedSignal<Region, Hit>) -> Signal<Rate> {
    let region = group.key
    return
      group
      .window(for: .milliseconds(30), on: clock)
      .flatMap { window in
        window.reduce(Rate(region: region, hits: 0, bytes: 0)) { rate, hit in
          Rate(region: region, hits: rate.hits + 1, bytes: rate.bytes + hit.bytes)
        }
      }
      .do(onNext: { _ in self.windows.add(1, ordering: .relaxed) })
  }

  func stop() { bag.dispose() }
}

/// A machine at the edge of the network.
private final class Edge: Sendable {
  private let statistics: EdgeStatistics
  private let regions: [Region]

  init(_ statistics: EdgeStatistics, _ regions: [Region]) {
    self.statistics = statistics
    self.regions = regions
  }

  func serve(_ requests: Int) {
    for request in 0..<requests {
      let region = regions[request % regions.count]
      statistics.hits.next(Hit(region: region, bytes: 900 + request, isCached: request % 3 > 0))
      if request % 4 == 3 { pause(milliseconds: 8) }
    }
  }
}

enum RegionsOfCdn: LeakProgram {
  static func run() {
    let statistics = EdgeStatistics()
    statistics.start()
    let edges = [
      Edge(statistics, [.europe, .africa, .orbit]), Edge(statistics, [.america, .oceania]),
      Edge(statistics, [.asia, .europe]),
    ]
    let group = DispatchGroup()
    for edge in edges {
      DispatchQueue.global().async(group: group) { edge.serve(120) }
    }
    group.wait()
    pause(milliseconds: 50)
    statistics.stop()
    pause(milliseconds: 40)
    print("regions", statistics.latest.value.count, "windows", statistics.windows.load(ordering: .relaxed))
  }
}
