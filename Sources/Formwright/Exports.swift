// People import this module alone; what its declarations mention comes with it.
@_exported public import FailureModel
@_exported public import FormModel
@_exported public import Forms
