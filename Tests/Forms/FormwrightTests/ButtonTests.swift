import FailureModel
import FormImport
import FormModel
import FormFilling
import Formwright
import Foundation
import TestSupport
import Testing

/// Radio buttons, check boxes and lists of AcroForms: what they are called in data, and what goes on together.
@Suite("Buttons and lists") struct ButtonTests {
    private let folder: TemporaryFolder
    private let options = ComposeOptions(keepsFields: true)

    init() throws { folder = try TemporaryFolder() }

    private func states(_ on: String, held: Bool = false) -> String {
        "/AP << /N << /\(on) 3 0 R /Off 3 0 R >> >> /AS /\(held ? on : "Off")"
    }

    /// A form with one field of several buttons, each with a state.
    private func buttons(_ entries: String, _ states: [String], captions: [String] = [], held: String? = nil) -> Data {
        var builder = PDFBuilder()
        // The widgets are the objects behind the parent and the page's content.
        let kids = states.indices.map { "\($0 + 6) 0 R" }.joined(separator: " ")
        let value = held.map { "/V /\($0)" } ?? ""
        let parent = builder.add("<< /FT /Btn /T (q) /TU (Question) \(entries) \(value) /Kids [\(kids)] >>")
        var page = PDFBuilder.Page()
        for (place, caption) in captions.enumerated() { page.text(caption, x: 80, y: 90 + 30 * Double(place)) }
        builder.add(
            page,
            widgets: states.enumerated().map { place, state in
                .init(
                    x: 60, y: 80 + 30 * Double(place), width: 12, height: 12,
                    "/Parent \(parent) 0 R \(self.states(state, held: state == held))")
            })
        return builder.data()
    }

    private func form(_ data: Data) async throws -> Form { try await Form(data: data, fileName: "form.pdf") }

    /// A filled form with the values in its fields.
    private func asItIs(_ data: Data) async throws -> Form {
        try await Form(Importer().document(data, fileName: "form.pdf"))
    }

    private func held(_ data: Data) async throws -> ExistingValues {
        try await ExistingValues(contentsOf: try folder.write(data, "\(UUID().uuidString).pdf"), includingEmpty: true)
    }

    /// Which buttons are on after a value was given, from top to bottom; nil if it is refused.
    private func on(_ value: FieldValue, _ data: Data, key: String = "q") async throws -> [Bool]? {
        do {
            let filled = try await form(data).fill([ValueEntry(key: key, value: value)], options: options)
            return try await asItIs(filled.data).fields.filter { $0.type == .checkbox }
                .sorted { $0.region.top < $1.region.top }.map { $0.defaultValue == "true" }
        } catch let error as Failure {
            #expect(error.code == .wrongType || error.code == .ambiguousField, "\(error)")
            return nil
        }
    }

    @Test(
        "an export value of /Opt ticks its button, even if another one's state is called so; a state that is none is taken too",
        arguments: [32768, 0])
    func exportValues(_ flags: Int) async throws {
        let data = buttons("/Ff \(flags) /Opt [(1) (0) (Maybe)]", ["0", "1", "2"])
        for (value, place) in [("1", 0), ("0", 1), ("Maybe", 2), ("maybe", 2), ("2", 2)] {
            #expect(try await on(.text(value), data) == (0..<3).map { $0 == place }, "\(value)")
        }
        #expect(try await on("3", data) == nil)
        let fields = try await form(data).fields.sorted { $0.region.top < $1.region.top }
        #expect(fields.map(\.option) == ["1", "0", "Maybe"] && fields.map(\.state) == ["0", "1", "2"])
    }

    @Test(
        "what is exported of any buttons can be given back, in every format", arguments: ExistingValues.Format.allCases)
    func roundTrip(_ format: ExistingValues.Format) async throws {
        for (entries, states, held): (String, [String], String) in [
            ("/Ff 32768 /Opt [(1) (0) (Maybe)]", ["0", "1", "2"], "1"), ("/Opt [(Ja) (Nein)]", ["0", "1"], "1"),
            ("/Ff 32768 /Opt [(Yes) (Yes) (No)]", ["0", "1", "2"], "1"),
            ("/Ff 32768 /Opt [(On) (Off)]", ["0", "1"], "1"), ("/Ff 32768 /Opt [(x) (x) (0)]", ["0", "1", "2"], "0"),
            ("/Ff 33587200", ["A", "B", "A", "B"], "B"), ("", ["Yes", "Yes"], "Yes"), ("/Opt [(Ja)]", ["0"], "0"),
            ("", ["No"], "No"), ("", ["0"], "0"), ("/Ff 1", ["Yes"], "Yes"), ("/Ff 32769", ["1", "2"], "2"),
        ] {
            let data = buttons(entries, states, held: held)
            let values = try await self.held(data)
            let given = try ValuesFile(data: values.data(as: format), name: "values", folder: nil).entries
            let filled = try await form(data).fill(given, options: options)
            #expect(try await self.held(filled.data).fields == values.fields, "\(entries) \(states)")
            let on = try await asItIs(filled.data).fields.map { $0.defaultValue == "true" }
            #expect(try await form(data).fields.map { $0.defaultValue == "true" } == on && on.contains(true))
        }
    }

    @Test("buttons that share a state go on and off together, whatever their flags", arguments: [32768, 33_587_200, 0])
    func unison(_ flags: Int) async throws {
        let data = buttons("/Ff \(flags)", ["Pass", "Fail", "Pass", "Fail", "Pass", "Fail"])
        #expect(try await on("Fail", data) == [false, true, false, true, false, true])
        #expect(try await on(true, data, key: "Pass") == [true, false, true, false, true, false])
        let flat = try await form(data).fill(["q": "Fail"])
        #expect(flat.report.filled.count == 6)
        let held = buttons("/Ff \(flags)", ["Pass", "Fail", "Pass", "Fail"], held: "Fail")
        #expect(try await on(false, held, key: "Fail") == [false, false, false, false])
    }

    @Test("a button that is turned off takes no answer back that another one gives")
    func othersStay() async throws {
        let data = buttons("/Ff 32768", ["Single", "Married"], held: "Married")
        #expect(try await on(false, data, key: "Single") == [false, true])
        #expect(try await on(false, data, key: "Married") == [false, false])
    }

    @Test("buttons are chosen by what is printed beside them, with its signs")
    func captions() async throws {
        for captions in [["C", "C++", "C#"], ["Rh +", "Rh -"], ["< 18", ">= 18"]] {
            let states = captions.indices.map(String.init)
            let data = buttons("/Ff 32768", states, captions: captions)
            for (place, caption) in captions.enumerated() {
                #expect(try await on(.text(caption), data) == captions.indices.map { $0 == place }, "\(caption)")
                #expect(try await on(true, data, key: caption) == captions.indices.map { $0 == place }, "\(caption)")
            }
        }
    }

    @Test("lists store the option that was named, to the letter")
    func lists() async throws {
        let blood = "[(A+) (A-) (B+) (B-)]"
        for (list, value, stored) in [
            (blood, "A-", "A-"), ("[[(1) (< 18)] [(2) (>= 18)]]", ">= 18", "2"),
            ("[[(1) (< 18)] [(2) (>= 18)]]", "≥ 18", "2"),
            ("[[(a1) (Main St)] [(a2) (Main St)] [(a3) (High St)]]", "a2", "a2"),
            ("[[(US) (Other)] [(CA) (Canada)] [(Other) (Other)]]", "Other", "Other"),
        ] {
            var builder = PDFBuilder()
            builder.add(
                PDFBuilder.Page(),
                widgets: [
                    .init(x: 60, y: 80, width: 99, height: 20, "/FT /Ch /Ff 131072 /T (c) /TU (Choice) /Opt \(list)")
                ])
            let filled = try await form(builder.data()).fill(["c": .text(value)], options: options)
            let values = try await held(filled.data)
            let choices: [ExistingValues.Choice] =
                if case .choices(let held) = values.fields[0].value { held } else { [] }
            #expect(choices.map(\.export) == [stored])
            for format in ExistingValues.Format.allCases {
                let given = try ValuesFile(data: values.data(as: format), name: "values", folder: nil).entries
                let again = try await form(builder.data()).fill(given, options: options)
                #expect(try await held(again.data).fields == values.fields)
            }
        }
    }
}
