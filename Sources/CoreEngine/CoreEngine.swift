@_exported public import CoreEngineAsync
@_exported public import CoreEngineKernel
@_exported public import CoreEngineStreams
@_exported public import CoreEngineSync
