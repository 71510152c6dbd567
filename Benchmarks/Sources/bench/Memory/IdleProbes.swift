import CoreEngine

/// What a number of cores add to the peak that have reduced an action each and have nothing to do.
enum IdleProbes {
  static let all = [1_000, 100_000].flatMap { count in
    [asyncCore(count), actor(count), publisherCore(count), core(count), object(count)]
  }

  static func asyncCore(_ count: Int) -> MemoryProbe {
    MemoryProbe(name: "async core \(count)") {
      await growth(count) {
        let core = CountingCore()
        await core.action(.increase)
        return core
      }
    }
  }

  static func actor(_ count: Int) -> MemoryProbe {
    MemoryProbe(name: "actor \(count)") {
      await growth(count) {
        let plain = PlainActor()
        await plain.action(.increase)
        return plain
      }
    }
  }

  static func publisherCore(_ count: Int) -> MemoryProbe {
    MemoryProbe(name: "publisher core \(count)") {
      await growth(count) {
        let core = CountingPublisherCore()
        core.action(.increase)
        return core
      }
    }
  }

  static func core(_ count: Int) -> MemoryProbe {
    MemoryProbe(name: "core \(count)") {
      await growth(count) {
        let core = StoredCore()
        core.action(.increase)
        return core
      }
    }
  }

  static func object(_ count: Int) -> MemoryProbe {
    MemoryProbe(name: "object \(count)") {
      await growth(count) {
        let plain = PlainCounter()
        plain.action(.increase)
        return plain
      }
    }
  }

  private static func growth<Object: AnyObject>(
    _ count: Int, _ make: @Sendable () async -> Object
  ) async -> Int {
    var kept = [Object?](repeating: nil, count: count)
    // One to warm up.
    kept[0] = await make()
    let bytes = await Memory.growth {
      for index in kept.indices { kept[index] = await make() }
    }
    withExtendedLifetime(kept) {}
    return bytes
  }
}
