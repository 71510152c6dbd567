import TestSupport

/// A closure that returns its argument, and captures an object.
func holding<Value>(_ object: LifetimeProbe.Object) -> (Value) -> Value {
  { value in withExtendedLifetime(object) { value } }
}
