/// The error of tests.
struct Failed: Error, Equatable {
  var code = 0
}
