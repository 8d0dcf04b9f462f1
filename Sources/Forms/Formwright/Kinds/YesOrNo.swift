/// A truth value in a settings file.
enum YesOrNo: String, CaseIterable {
    case `true`, `false`
}
