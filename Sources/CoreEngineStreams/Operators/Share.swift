internal import CoreEngineKernel

extension Publisher {
  /// Lets all subscribers have one subscription to this publisher.
  ///
  ///     input           --1--2--3--|
  ///     share()
  ///     1st subscriber  --1--2--3--|
  ///     2nd, from here       2--3--|
  ///
  /// It subscribes when the first one comes, once, also when another one comes from inside that. It
  /// ends the subscription when the last one has gone; who comes after that begins it anew. Who
  /// comes after the end gets the completion.
  ///
  /// - Returns: A publisher with an identity: copies share, too.
  @inlinable
  public func share() -> Publishers.Share<Self> {
    Publishers.Share(upstream: self)
  }
}

extension Publishers {
  /// What ``Publisher/share()`` returns.
  public final class Share<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let hub = Hub<Output, Failure>()
    @usableFromInline let audience = Audience()

    @inlinable
    init(upstream: Upstream) {
      self.upstream = upstream
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: Who gets the values.
    @inlinable
    public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
      guard hub.completion == nil else { return hub.attach(subscriber, replaying: nil) }
      let member = Member(audience: audience)
      let connection = audience.join()
      hub.attach(MemberStage(downstream: subscriber, member: member), replaying: nil)
      if let connection, connection.isOpen {
        upstream.receive(subscriber: Stage(hub: hub, connection: connection))
      }
    }

    /// How many subscribers there are, and the subscription that they share.
    @usableFromInline
    final class Audience: Sendable {
      private struct Guarded: Sendable {
        var count = 0
        var connection: Connection?
      }

      private let guarded = Locked(Guarded())

      @usableFromInline
      init() {}

      /// - Returns: What the first one has to connect.
      @usableFromInline
      func join() -> Connection? {
        let connection = Connection()
        return guarded.withLock { guarded in
          guarded.count += 1
          guard guarded.connection == nil else { return nil }
          guarded.connection = connection
          return connection
        }
      }

      func leave() {
        let last: Connection? = guarded.withLock { guarded in
          guarded.count -= 1
          return guarded.count == 0 ? guarded.connection.take() : nil
        }
        last?.cancel()
      }
    }

    /// One subscriber's membership, which ends once.
    @usableFromInline
    final class Member: Sendable {
      private let audience: Audience
      private let word = AtomicWord(0)

      @usableFromInline
      init(audience: Audience) {
        self.audience = audience
      }

      @usableFromInline
      func leave() {
        if word.exchange(1) == 0 { audience.leave() }
      }
    }

    @usableFromInline
    final class MemberSubscription: Subscription {
      let place: any Subscription
      let member: Member

      @usableFromInline
      init(place: any Subscription, member: Member) {
        self.place = place
        self.member = member
      }

      @usableFromInline
      func cancel() {
        place.cancel()
        member.leave()
      }
    }

    @frozen
    @usableFromInline
    struct MemberStage<Downstream: Subscriber<Upstream.Output, Upstream.Failure>>: Subscriber {
      @usableFromInline let downstream: Downstream
      @usableFromInline let member: Member

      @inlinable
      init(downstream: Downstream, member: Member) {
        self.downstream = downstream
        self.member = member
      }

      @inlinable
      func receive(subscription: any Subscription) {
        downstream.receive(subscription: MemberSubscription(place: subscription, member: member))
      }

      @inlinable
      func receive(_ input: Upstream.Output) -> Bool {
        if downstream.receive(input) { return true }
        member.leave()
        return false
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        member.leave()
        downstream.receive(completion: completion)
      }
    }

    @frozen
    @usableFromInline
    struct Stage: Subscriber {
      @usableFromInline let hub: Hub<Upstream.Output, Upstream.Failure>
      @usableFromInline let connection: Connection

      @inlinable
      init(hub: Hub<Upstream.Output, Upstream.Failure>, connection: Connection) {
        self.hub = hub
        self.connection = connection
      }

      @inlinable
      func receive(subscription: any Subscription) {
        connection.connect(subscription)
      }

      @inlinable
      func receive(_ input: Upstream.Output) -> Bool {
        guard connection.isOpen else { return false }
        hub.send(input)
        return connection.isOpen
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        if connection.finish() { hub.send(completion: completion) }
      }
    }
  }
}
