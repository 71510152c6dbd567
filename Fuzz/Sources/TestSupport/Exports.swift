@_exported public import CoreEngineTesting
