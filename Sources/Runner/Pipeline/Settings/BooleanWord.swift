/// A boolean in a settings file.
package enum BooleanWord: String, CaseIterable {
    case `true`, `false`
}
