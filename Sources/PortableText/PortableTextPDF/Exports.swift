// Users import this module only, so it re-exports the types of its public declarations.
@_exported public import PortableText
