// healthy: a subscribe within the handler of another
// says: Each region begins a search of its own, and the place that holds it disposes the one before.
// allows: nothing

import Signals

private struct Shop: Sendable {
  var region: Int
  var name: String
}

private final class ShopMap: Sendable {
  private let search = SerialDisposable()
  private let bag = DisposeBag()
  private let pins = Shared<[String]>([])
  private let shops: Signal<Shop>

  init(_ regions: Signal<Int>, _ shops: Signal<Shop>) {
    self.shops = shops
    bag.add(search)
    regions.distinctUntilChanged()
      .subscribe(next: { [weak self] region in self?.look(in: region) })
      .disposed(by: bag)
  }

  var pinCount: Int { pins.value.count }

  private func look(in region: Int) {
    pins.update { $0 = [] }
    search.inner = shops.filter { $0.region == region }
      .subscribe(next: { [pins] shop in pins.update { $0.append(shop.name) } })
  }
}

enum MapRegions: LeakProgram {
  static func run() {
    let regions = PublishSubject<Int>()
    let shops = PublishSubject<Shop>()
    let map = ShopMap(regions, shops)
    for step in 0..<24 {
      regions.next(step / 2)
      for region in 0..<12 { shops.next(Shop(region: region, name: "shop \(step)")) }
      pause(milliseconds: 4)
    }
    print("pins", map.pinCount, "of the last region")
    withExtendedLifetime(map) {}
  }
}
