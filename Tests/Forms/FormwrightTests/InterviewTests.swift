import FormModel
import Formwright
import FormImport
import Foundation
import TestSupport
import Testing

@Suite("Asking for values one by one") struct InterviewTests {
    private func form() async throws -> Form {
        var builder = PDFBuilder()
        let entries = ["/FT /Tx /T (Name)", "/FT /Tx /T (Born on)", "/FT /Btn /T (Agree)"]
        builder.add(
            PDFBuilder.Page(),
            widgets: entries.enumerated().map { index, entries in
                PDFBuilder.Widget(x: 100, y: 100 + 40 * Double(index), width: 200, height: 18, entries)
            })
        return try await Form(data: builder.data(), fileName: "form.pdf")
    }

    /// Runs an interview with typed lines; returns its ending, the answers kept at last, what was asked, and refusals.
    private func run(
        _ typed: [String?], answers: [String: String] = [:]
    ) async throws -> (ending: Interview.Ending, kept: [String: String]?, asked: [String], told: [String]) {
        var interview = Interview(try await form(), answers: answers)
        var lines = typed[...]
        var kept: [String: String]?
        var (asked, told): ([String], [String]) = ([], [])
        let ending = try interview.run(
            ask: { prompt in
                asked.append(prompt.key + (prompt.answer.map { "=\($0)" } ?? ""))
                return lines.popFirst() ?? nil
            }, tell: { told.append($0) }, keep: { kept = $0 })
        return (ending, kept, asked, told)
    }

    @Test("questions come in reading order, and every answer is kept")
    func order() async throws {
        let outcome = try await run(["Ada", "", "yes"])
        #expect(outcome.ending == .finished)
        #expect(outcome.asked == ["Name", "Born on", "Agree"])
        #expect(outcome.kept == ["Name": "Ada", "Agree": "yes"])
    }

    @Test("one can go back, clear an answer, and fill the form with what there is")
    func commands() async throws {
        let outcome = try await run(["Ada", ":b", ":c", "Grace", ":f"])
        #expect(outcome.asked == ["Name", "Born on", "Name=Ada", "Name", "Born on"])
        #expect(outcome.kept == ["Name": "Grace"])
        #expect(outcome.ending == .finished)
    }

    @Test("an answer that the field does not take is refused and asked for again")
    func refused() async throws {
        let outcome = try await run([":q"], answers: ["Name": "Ada", "Born on": "x"])
        #expect(outcome.asked == ["Agree"])
        let second = try await run(["perhaps", "yes"], answers: ["Name": "Ada", "Born on": "x"])
        #expect(second.asked == ["Agree", "Agree"])
        #expect(second.told.count == 1)
        #expect(second.kept?["Agree"] == "yes")
    }

    @Test("quitting, or the end of the input, leaves the rest for another time", arguments: [":q", nil])
    func quit(_ line: String?) async throws {
        let outcome = try await run(["Ada", line])
        #expect(outcome.ending == .interrupted)
        #expect(outcome.kept == ["Name": "Ada"])
        #expect(try await run([":q"], answers: outcome.kept ?? [:]).asked == ["Born on"])
    }
}
