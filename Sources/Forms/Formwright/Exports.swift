// Users import only this module, so it re-exports the modules used in its public declarations.
@_exported public import FailureModel
@_exported public import FormFilling
@_exported public import FormImport
@_exported public import FormModel
@_exported public import PortableText
