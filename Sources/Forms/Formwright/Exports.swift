// Users import this module only, so it re-exports the modules that its public declarations mention.
@_exported public import FailureModel
@_exported public import FormFilling
@_exported public import FormImport
@_exported public import FormModel
@_exported public import PortableTextModel
