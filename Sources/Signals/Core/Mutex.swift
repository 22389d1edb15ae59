public import SignalTracing

/// The lock of an object's state everywhere in this module, in place of `Synchronization.Mutex`: right in a
/// forked child, too.
@usableFromInline typealias Mutex<Value: ~Copyable> = Lock<Value>
