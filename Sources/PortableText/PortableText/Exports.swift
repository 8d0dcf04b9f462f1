// Users import this module only, so it re-exports what its public declarations mention.
@_exported public import PortableTextModel
