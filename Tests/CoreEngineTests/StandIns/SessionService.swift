import CoreEngine

/// The service of the documents' examples; a test says what it answers.
class SessionService {
  @TaskLocal static var answer: Result<Int, any Error> = .success(0)

  func randomUInt$() -> AnyPublisher<Int, Error> {
    switch Self.answer {
    case .success(let number):
      Just(number).setFailureType(to: Error.self).eraseToAnyPublisher()
    case .failure(let error):
      Fail(error: error).eraseToAnyPublisher()
    }
  }
}

struct MyError: Error, Equatable {}

struct APIError: Error, Equatable {
  var status: Int
}
