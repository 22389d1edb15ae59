public import Harness

extension Contestant {
  public static let unaskedForm = Contestant(form: "unasked")
}
