import FormModel
import FormDetection
import FormImport
import Foundation
import TestSupport
import Testing

@Suite("Labels of widgets: tooltips that software wrote") struct TooltipTests {
    /// Returns the fields of a page with widgets, labelled as the page is read.
    private func fields(_ widgets: [PDFBuilder.Widget], _ draw: (inout PDFBuilder.Page) -> Void) throws -> [Field] {
        var page = PDFBuilder.Page()
        draw(&page)
        var builder = PDFBuilder()
        builder.add(page, widgets: widgets)
        let document = try Importer().document(builder.data(), fileName: "form.pdf")
        let open = WidgetFields.fields(of: document)
        let content = try PageSource(document).content(ofPage: 0)
        let printed = Detector.captions(for: open.map { ($0.region, $0.type, $0.group?.name) }, on: content)
        return WidgetFields.fields(
            of: document, captions: Dictionary(uniqueKeysWithValues: zip(open.map(\.id), printed)))
    }

    /// Returns the label of a widget behind the printed caption "Given name".
    private func label(_ tooltip: String, name: String = "f1") throws -> String? {
        let widget = PDFBuilder.Widget(
            x: 130, y: 103, width: 200, height: 14, "/FT /Tx /T (\(name)) /TU (\(tooltip))")
        return try fields([widget]) { page in
            page.text("Given name", x: 60, y: 115)
            page.rule(x: 130, y: 117, width: 200)
        }.first?.label
    }

    @Test(
        "the printed caption is the label instead",
        arguments: [
            "Text12", "TextField1[0]", "form1[0].#subform[0].TextField1[0]", "topmostSubform[0].Page1[0].f1_01[0]",
            "undefined", "undefined_2", "Text Field 3", "first_name_of_applicant", "otherSpecifyText", "[1]", "17",
            "Date1_af_date", "  ",
        ])
    func noise(tooltip: String) throws {
        #expect(try label(tooltip) == "Given name")
    }

    @Test("a tooltip that repeats the name of the field is none if the name ends in a number")
    func repeated() throws {
        #expect(try label("Name2", name: "form.Name2[0]") == "Given name")
        #expect(try label("Name2", name: "other") == "Name2")
    }

    @Test(
        "words for people stay the label",
        arguments: [
            "Name", "First name (as on your passport)", "Part 1, line 3. Text of the message", "eMail", "SSN", "Date",
            "Text of the amendment", "Signature", "Check box if you are married", "Address line 2", "1a. Wages",
            "Row 2",
        ])
    func words(tooltip: String) throws {
        let escaped = tooltip.replacing("(", with: "\\(").replacing(")", with: "\\)")
        #expect(try label(escaped) == tooltip)
    }

    @Test("a long tooltip of letters is read at once")
    func long() throws {
        let tooltip = String(repeating: "donaudampfschiff ", count: 20) + "1x"
        #expect(try label(tooltip, name: tooltip) == tooltip)
    }

    @Test("the printed question takes the place of a group's tooltip")
    func question() throws {
        func button(_ x: Double, _ state: String) -> PDFBuilder.Widget {
            PDFBuilder.Widget(
                x: x, y: 107, width: 9, height: 9,
                "/FT /Btn /Ff 32768 /T (RadioButtonList[0]) /TU (RadioButtonList) /AS /Off "
                    + "/AP << /N << /\(state) 3 0 R /Off 3 0 R >> >>")
        }
        let found = try fields([button(220, "1"), button(270, "2")]) { page in
            page.text("Are you a veteran?", x: 60, y: 115)
            for (x, option) in [(220.0, "Yes"), (270, "No")] {
                page.box(x: x, y: 107, width: 9, height: 9)
                page.text(option, x: x + 14, y: 115)
            }
        }
        #expect(found.map(\.label) == ["Yes", "No"])
        #expect(found.map(\.group?.label) == ["Are you a veteran?", "Are you a veteran?"])
    }
}
