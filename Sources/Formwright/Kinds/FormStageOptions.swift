package import Forms
import Pipeline

/// The options of the form stages, from the section `forms` of `pipeline.yaml`.
package struct FormStageOptions: Sendable {
    /// How forms are read.
    package var form: FormOptions
    /// How values are drawn.
    package var compose: ComposeOptions

    /// Creates options.
    package init(form: FormOptions = FormOptions(), compose: ComposeOptions = ComposeOptions()) {
        self.form = form
        self.compose = compose
    }

    /// Reads the section `forms`.
    init(reading node: SettingsNode?) {
        self.init()
        let keys = node?.mapping(known: ["language", "overflow", "mark"]) ?? [:]
        if let language = keys["language"]?.text() { form.language = language }
        if let overflow = keys["overflow"]?.choice(of: ComposeOptions.Overflow.self) { compose.overflow = overflow }
        if let mark = keys["mark"]?.choice(of: ComposeOptions.Mark.self) { compose.mark = mark }
    }
}
