public import Harness

extension Contestant {
  public static let virtualForm = Contestant(form: "virtual")
}
