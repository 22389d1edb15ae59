/// The body of declarations that the compiler refuses. No program can call it.
func unavailable() -> Never { fatalError("a declaration that is not available was called") }
