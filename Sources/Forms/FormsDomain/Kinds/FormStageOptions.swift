package import Formwright
package import FormFilling
package import Pipeline

/// The options of the form stages, from the section `forms` of `pipeline.yaml`.
package struct FormStageOptions: SettingsSection {
    /// The key of the section.
    package static let section = "forms"

    /// The options for reading forms.
    package var form: FormOptions
    /// The options for drawing values.
    package var compose: ComposeOptions
    /// The results to publish.
    package var results = ResultSettings()
    /// Whether values with unknown keys are skipped rather than rejected.
    package var skipsUnknown: Bool

    /// Creates options.
    package init(
        form: FormOptions = FormOptions(), compose: ComposeOptions = ComposeOptions(), skipsUnknown: Bool = false
    ) {
        self.form = form
        self.compose = compose
        self.skipsUnknown = skipsUnknown
    }

    /// Reads the section `forms`, and reports mistakes to its nodes.
    package init(reading node: SettingsNode?) {
        self.init()
        let known =
            [
                "language", "fontSize", "color", "overflow", "mark", "editable", "incremental", "skipUnknown",
                "keepPicture",
            ]
            + ResultSettings.keys
        let keys = node?.mapping(known: known) ?? [:]
        if let language = keys["language"]?.text() { form.language = language }
        if let size = keys["fontSize"]?.number(in: ComposeOptions.fontSizes) { compose.fontSize = size }
        if let node = keys["color"], let text = node.text() {
            compose.color = TextColor(text)
            if compose.color == nil { node.report("color must be #rrggbb, #rgb, black, blue, red, green or gray.") }
        }
        if let overflow = keys["overflow"]?.choice(of: ComposeOptions.Overflow.self) { compose.overflow = overflow }
        if let mark = keys["mark"]?.choice(of: ComposeOptions.Mark.self) { compose.mark = mark }
        if let editable = keys["editable"]?.choice(of: BooleanWord.self) { compose.keepsFields = editable == .true }
        if let skip = keys["skipUnknown"]?.choice(of: BooleanWord.self) { skipsUnknown = skip == .true }
        if let keep = keys["keepPicture"]?.choice(of: BooleanWord.self) { form.keepsPicture = keep == .true }
        if let incremental = keys["incremental"]?.choice(of: BooleanWord.self) {
            compose.isIncremental = incremental == .true
        }
        results = ResultSettings(reading: keys, compose)
    }
}
