import Measuring
import Testing

@Suite struct SamplesTests {
  @Test func `the median of an odd number is the middle one`() {
    #expect(Samples([9, 1, 5]).median == 5)
  }

  @Test func `the median of an even number lies between the two in the middle`() {
    #expect(Samples([1, 2, 4, 100]).median == 3)
  }

  @Test func `the smallest is the 0th percentile and the greatest the 100th`() {
    let samples = Samples([3, 1, 2])
    #expect(samples.min == 1)
    #expect(samples.percentile(100) == 3)
  }

  @Test func `a percentile lies between its neighbours`() {
    #expect(Samples([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95]).p90 == 90)
    #expect(Samples([0, 100]).p90 == 90)
    #expect(Samples([7]).p90 == 7)
  }

  @Test func `a ratio compares round by round`() {
    // The medians are 4 and 2, but a slow round was slow for both.
    let ours = Samples([2, 4, 400])
    let limit = Samples([1, 2, 200])
    #expect(ours.ratio(to: limit) == 2)
    #expect(Samples([1, 30, 3]).ratio(to: Samples([1, 10, 2])) == 1.5)
  }

  @Test func `there is no ratio to nothing`() {
    #expect(Samples([1, 2]).ratio(to: Samples([1, 0])) == nil)
  }
}
