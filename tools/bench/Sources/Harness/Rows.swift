// The peers' figures: RxSwift 6.10.2, ReactiveSwift 7.2.1 and OpenCombine 0.14.0, unmodified, side by side in one
// program, Swift 6.3.1, least of 5 processes x 7 rounds. RESULTS.md says how they are used.
extension Row {
  // MARK: Events

  public static let fanOut1 = Row(
    "fan-out 1", unit: "delivery", count: 200_000,
    best: 124, toughest: 57.7, openCombine: 124)
  public static let fanOut10 = Row(
    "fan-out 10", unit: "delivery", count: 200_000, grain: 10,
    best: 65.7, toughest: 15.3, openCombine: 131)
  public static let fanOut1000 = Row(
    "fan-out 1000", unit: "delivery", count: 200_000, grain: 1000,
    best: 49.1, toughest: 10.5, openCombine: 119)
  public static let chain = Row(
    "map/filter/map", unit: "event", count: 200_000,
    best: 169, toughest: 169, openCombine: 169)
  public static let chainCapturing = Row(
    "map/filter/map, captures", unit: "event", count: 200_000,
    best: 174, toughest: 174, openCombine: 174)
  public static let chainString = Row(
    "map/filter/map, String", unit: "event", count: 200_000,
    best: 175, toughest: 175, openCombine: 175)
  public static let tenMaps = Row(
    "10 maps", unit: "event", count: 100_000,
    best: 728, toughest: 221, openCombine: 728)
  public static let fiveMapFilter = Row(
    "5 x (map, filter)", unit: "event", count: 100_000,
    best: 263, toughest: 263, openCombine: 263)
  public static let coldChain = Row(
    "cold map/filter/scan", unit: "event", count: 200_000,
    best: 73, toughest: 73, openCombine: 73)

  // MARK: Subscribing

  public static let coldSubscribe = Row(
    "cold subscribe+dispose", unit: "subscription", count: 20_000,
    best: 969, toughest: 408, openCombine: 969)
  public static let coldSubscribe5 = Row(
    "cold subscribe+dispose, 5 operators", unit: "subscription", count: 20_000,
    best: 2019, toughest: 1497, openCombine: 2019)
  public static let hotSubscribe = Row(
    "hot subscribe+dispose", unit: "subscription", count: 20_000,
    best: 684, toughest: 684, openCombine: 1209)
  public static let hotSubscribe5 = Row(
    "hot subscribe+dispose, 5 operators", unit: "subscription", count: 20_000,
    best: 2358, toughest: 1838, openCombine: 2358)

  // MARK: Signals of signals

  public static let flatMapSequence = Row(
    "flatMap, sequence of 1000 + map", unit: "inner event", count: 100_000, grain: 1000,
    best: 233, toughest: 220, openCombine: 233)
  public static let flatMapCreate = Row(
    "flatMap, create of 1000", unit: "inner event", count: 200_000, grain: 1000,
    best: 69.6, toughest: 69.6, openCombine: 69.6)
  public static let flatMapJust = Row(
    "flatMap, just", unit: "inner signal", count: 20_000,
    best: 711, toughest: 711, openCombine: 711)
  public static let concatMapJust = Row("concatMap, just", unit: "inner signal", count: 20_000)
  public static let switchHot = Row(
    "switchToLatest, hot + 1 event", unit: "switch", count: 20_000,
    best: 1104, toughest: 1104, openCombine: 1104)
  public static let switchJust = Row(
    "switchToLatest, just", unit: "switch", count: 20_000,
    best: 694, toughest: 694, openCombine: 694)

  // MARK: Several sources

  public static let combineLatest2 = Row(
    "combineLatest 2", unit: "event", count: 200_000, grain: 2,
    best: 701, toughest: 214, openCombine: nil)
  public static let zip2 = Row(
    "zip 2", unit: "event", count: 100_000, grain: 2,
    best: 562, toughest: 237, openCombine: 562)
  public static let merge10 = Row(
    "merge 10", unit: "event", count: 200_000, grain: 10,
    best: 172, toughest: 172, openCombine: 172)

  // MARK: Replay and share

  public static let replayPublish = Row(
    "replay(10), publish", unit: "event", count: 200_000,
    best: 721, toughest: 324, openCombine: nil)
  public static let replaySubscribe = Row(
    "replay of 1000 on subscribe", unit: "replayed event", count: 200_000, grain: 1000,
    best: 169, toughest: 61.7, openCombine: nil)
  public static let shareReplayCycle = Row(
    "share(replay 1), 0-1-0", unit: "cycle", count: 20_000,
    best: 2152, toughest: 2152, openCombine: nil)
  public static let shareCycle = Row(
    "share(), 0-1-0", unit: "cycle", count: 10_000,
    best: 2083, toughest: 2083, openCombine: 4029)
  public static let shareSecond = Row(
    "share(), 2nd subscriber in+out", unit: "subscription", count: 10_000,
    best: 1214, toughest: 1203, openCombine: 3014)
  public static let shareEvent = Row(
    "event through share()", unit: "event", count: 100_000,
    best: 406, toughest: 233, openCombine: 406)

  // MARK: Operators with state

  public static let coldTake1 = Row(
    "cold 1M source, take(1)", unit: "subscription", count: 20_000,
    best: 723, toughest: 475, openCombine: 723)
  public static let hotTake1 = Row(
    "hot take(1), subscribe+event", unit: "subscription", count: 20_000,
    best: 1963, toughest: 1737, openCombine: 1963)
  public static let skip10 = Row(
    "skip(10)", unit: "event", count: 200_000,
    best: 129, toughest: 129, openCombine: 129)
  public static let distinct = Row(
    "distinctUntilChanged", unit: "event", count: 100_000,
    best: 429, toughest: 177, openCombine: 523)

  // MARK: Threads

  public static let deliver = Row(
    "deliver(on: queue), throughput", unit: "event", count: 50_000,
    best: 551, toughest: 551, openCombine: 551)

  // MARK: Operators whose peers were not measured elsewhere

  public static let scan = Row("scan", unit: "event", count: 200_000)
  public static let collect10 = Row("collect(count: 10)", unit: "event", count: 200_000, grain: 10)
  public static let groupBy10 = Row("groupBy, 10 keys", unit: "event", count: 200_000, grain: 10)
  public static let window10 = Row("window(count: 10)", unit: "event", count: 50_000, grain: 10)
  public static let withLatestFrom = Row("withLatestFrom", unit: "event", count: 200_000)
  public static let sample = Row("sample(on:)", unit: "event", count: 200_000, grain: 2)
  public static let retry = Row("retry, fails at once", unit: "attempt", count: 5_000)
  public static let throttle = Row("throttle, all but the first held", unit: "event", count: 50_000)
  public static let debounce = Row("debounce, never quiet", unit: "event", count: 20_000)
  /// In virtual time, so that no other thread has a part in it.
  public static let debounceVirtual = Row("debounce, virtual time", unit: "event", count: 50_000)
  public static let delayVirtual = Row("delay, virtual time", unit: "event", count: 50_000)

  // MARK: Asynchronous sequences

  /// One task sends all, another takes it, on this very thread: nothing ever has to be waited for.
  public static let values = Row(
    "values, one thread", unit: "value", count: 20_000,
    rivals: [Rival(library: "AsyncChannel", most: 1 / 3), Rival(library: "raw limit", most: 1.5)])
  /// The same, and who sends waits until its value was taken.
  public static let valuesSuspending = Row(
    "values(.suspending), one thread", unit: "value", count: 10_000,
    rivals: [Rival(library: "AsyncChannel", most: 1)])
  /// Two tasks, each where it likes to run.
  public static let valuesOfThreads = Row(
    "values, two threads", unit: "value", count: 20_000,
    rivals: [Rival(library: "AsyncChannel", most: 1 / 3), Rival(library: "raw limit", most: 1.5)])

  /// All rows, in the order of the table.
  public static let all: [Row] = [
    fanOut1, fanOut10, fanOut1000, chain, chainCapturing, chainString, tenMaps, fiveMapFilter, coldChain,
    coldSubscribe, coldSubscribe5, hotSubscribe, hotSubscribe5,
    flatMapSequence, flatMapCreate, flatMapJust, concatMapJust, switchHot, switchJust,
    combineLatest2, zip2, merge10,
    replayPublish, replaySubscribe, shareReplayCycle, shareCycle, shareSecond, shareEvent,
    coldTake1, hotTake1, skip10, distinct,
    deliver,
    scan, collect10, groupBy10, window10, withLatestFrom, sample, retry, throttle, debounce,
    debounceVirtual, delayVirtual,
    values, valuesSuspending, valuesOfThreads,
  ]
}
