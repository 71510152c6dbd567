/// One step of a ``TestCore``, as its failures name it.
struct Step {
  let name: String
  let fileID: String
  let line: Int
}
