// Users import this module only, so it re-exports the modules that its public declarations mention.
@_exported public import FailureModel
@_exported public import FormModel
@_exported public import Forms
@_exported public import PortableText
