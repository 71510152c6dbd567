import Measuring
import Testing

@Suite struct LogScaleTests {
  @Test func `the axis spans whole powers of ten`() {
    #expect(LogScale([0.5, 20, 3], from: 0, to: 300).ticks == [0.1, 1, 10, 100])
    #expect(LogScale([1, 10], from: 0, to: 1).ticks == [1, 10])
  }

  @Test func `equal factors are equally far apart`() {
    let scale = LogScale([0.1, 100], from: 0, to: 300)
    #expect(scale.position(0.1) == 0)
    #expect(scale.position(1) == 100)
    #expect(scale.position(10) == 200)
    #expect(scale.position(100) == 300)
  }

  @Test func `an axis may run backwards`() {
    let scale = LogScale([1, 100], from: 350, to: 100)
    #expect(scale.position(1) == 350)
    #expect(scale.position(10) == 225)
  }

  @Test func `one value, none, and zero have a place, too`() {
    #expect(LogScale([5], from: 0, to: 10).ticks == [1, 10])
    #expect(LogScale([1], from: 0, to: 10).ticks == [1, 10])
    #expect(LogScale([], from: 0, to: 10).ticks == [1, 10])
    #expect(LogScale([0, 5], from: 3, to: 10).position(0) == 3)
  }
}
