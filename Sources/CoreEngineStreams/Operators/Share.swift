internal import CoreEngineSupport

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
  /// comes after the end gets the completion. Where the source is released without an end, so are
  /// the subscribers.
  ///
  /// - Returns: A publisher with an identity: copies share, too.
  @inlinable
  public func share() -> Publishers.Share<Self> {
    Publishers.Share(upstream: self)
  }
}

extension Publishers {
  /// What ``Publisher/share()`` returns.
  @_fixed_layout
  public final class Share<Upstream: Publisher>: Publisher, Equatable {
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
      let (connection, isFirst) = audience.join()
      let member = Member(audience: audience, connection: connection)
      hub.attach(MemberStage(downstream: subscriber, member: member), replaying: nil)
      if isFirst, connection.isOpen {
        upstream.receive(subscriber: Stage(hub: hub, audience: audience, connection: connection))
      }
    }

    /// Whether both are the same object, and so share.
    public static func == (one: Share, other: Share) -> Bool {
      one === other
    }

    /// How many subscribers there are, and the connection that they share.
    @usableFromInline
    final class Audience: Sendable {
      private struct Guarded: Sendable {
        var count = 0
        var connection: Connection?
      }

      private let guarded = Locked(Guarded())

      @usableFromInline
      init() {}

      /// - Returns: The connection, and whether the caller is the one who has to connect it.
      @usableFromInline
      func join() -> (connection: Connection, isFirst: Bool) {
        let new = Connection()
        return guarded.withLock { guarded in
          if let connection = guarded.connection {
            guarded.count += 1
            return (connection, false)
          }
          guarded = Guarded(count: 1, connection: new)
          return (new, true)
        }
      }

      /// Notes that one of those who share a connection has gone; the last one cancels it.
      func leave(_ connection: Connection) {
        let isLast = guarded.withLock { guarded in
          guard guarded.connection === connection else { return false }
          guarded.count -= 1
          guard guarded.count == 0 else { return false }
          guarded.connection = nil
          return true
        }
        if isLast { connection.cancel() }
      }

      /// Lets the next one who comes begin anew.
      func forget(_ connection: Connection) {
        guarded.withLock { guarded in
          if guarded.connection === connection { guarded.connection = nil }
        }
      }
    }

    /// One subscriber's membership, which ends once.
    @usableFromInline
    final class Member: Sendable {
      private let audience: Audience
      private let connection: Connection
      private let word = AtomicWord(0)

      @usableFromInline
      init(audience: Audience, connection: Connection) {
        self.audience = audience
        self.connection = connection
      }

      @usableFromInline
      func leave() {
        if word.exchange(1) == 0 { audience.leave(connection) }
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

    /// A class, to notice that upstream lets go of it.
    @usableFromInline
    final class Stage: Subscriber {
      @usableFromInline let hub: Hub<Upstream.Output, Upstream.Failure>
      @usableFromInline let audience: Audience
      @usableFromInline let connection: Connection

      @usableFromInline
      init(
        hub: Hub<Upstream.Output, Upstream.Failure>, audience: Audience, connection: Connection
      ) {
        self.hub = hub
        self.audience = audience
        self.connection = connection
      }

      deinit {
        // Without an end, and not cancelled: the source is gone, and with it all who shared it.
        guard connection.finish() else { return }
        audience.forget(connection)
        hub.removeAll()
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
