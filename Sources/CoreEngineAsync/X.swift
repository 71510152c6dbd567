@_exported public import CoreEngineKernel
