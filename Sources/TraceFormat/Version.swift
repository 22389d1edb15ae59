/// The version of this package, in one place: a runtime writes it into its recordings, and the tool prints
/// it.
package enum Version {
  package static let current = "0.1.0"
}
