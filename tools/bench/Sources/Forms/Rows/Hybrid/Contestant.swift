public import Harness

extension Contestant {
  public static let hybridForm = Contestant(form: "hybrid")
}
