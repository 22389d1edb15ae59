/// The body of declarations that the compiler refuses: nobody gets here.
func unavailable() -> Never { fatalError("a declaration that is not available was called") }
