import FormModel
import Testing

@Suite("Labels behind headings") struct LabelHeadingTests {
    @Test(
        "a label stands behind its heading and a colon, unless the heading ends with a sign",
        arguments: [
            ("Sent to", "Sent to: file"), ("Sent to:", "Sent to: file"), ("Sent?", "Sent? file"),
            ("Sent …", "Sent … file"),
            ("1.", "1. file"), ("", "file"),
        ])
    func underHeading(_ heading: String, _ label: String) {
        #expect(Field.label("file", under: heading) == label)
    }
}
