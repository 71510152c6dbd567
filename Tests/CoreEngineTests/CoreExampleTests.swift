import CoreEngine
import Testing

@MainActor @Suite struct CoreExampleTests {
  @Test func `The label follows the core`() {
    let controller = CoreExample.ViewController()
    controller.bind()
    #expect(controller.label.text == "0")
    controller.increaseButtonTapped()
    controller.increaseButtonTapped()
    #expect(controller.label.text == "2")
    controller.decreaseButtonTapped()
    #expect(controller.label.text == "1")
  }

  @Test func `Several actions in one call are reduced one after the other`() {
    let controller = CoreExample.ViewController()
    var counts: [Int] = []
    let token = controller.core.$state.map(\.count).sink { counts.append($0) }
    controller.multipleActions()
    #expect(counts == [0, 1, 0])
    token.cancel()
  }

  @Test func `Binding does not keep the controller alive`() {
    var controller: CoreExample.ViewController? = .init()
    weak let released = controller
    controller?.bind()
    controller = nil
    #expect(released == nil)
  }
}
