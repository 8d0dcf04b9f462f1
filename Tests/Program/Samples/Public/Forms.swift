import FormReading
import Formwright
import Foundation

// Each function holds the samples of one page; DocumentationTests finds them here line by line.

// README.md
func readme(_ url: URL, _ output: URL, _ table: URL) async throws {
    // Find the fields, and report each page that is done.
    let form = try await Form(contentsOf: url) { print($0.stage, $0.completed, "of", $0.total) }
    for field in form.fields { print("page", field.page + 1, field.type, field.label) }

    // Fill by label, name or id. A refusal lists every value that cannot be used.
    do {
        let filled = try await form.fill(["Full name": "Ada Lovelace", "Date": .date(.now), "I agree": true])
        try filled.write(to: output)
    } catch let failure as Failure {
        for problem in failure.all { print(problem.code, problem.fields, problem.message) }
    }

    // Fill one form with many records, on all cores.
    let batch = Batch(form: form, destination: .files(try NameTemplate("out/{row:04}-{Last name}.pdf")))
    let summary = try await batch.run(RowsFile(contentsOf: table).rows()) { result, progress in
        if case .failed(let failure) = result.outcome { print("line", result.line, failure.message) }
        if progress.summary.rows % 100 == 0 { print(progress.summary.rows, "rows done") }
    }
    print(summary.filled, "filled,", summary.failed, "failed")
}

// The landing page of the reference, and the type `Form`
func reference(_ url: URL, _ output: URL) async throws {
    let form = try await Form(contentsOf: url)
    let filled = try await form.fill(["Full name": "Ada Lovelace", "I agree": true])
    try filled.write(to: output)
}

// The type `AnswerReader`
func answers(_ form: Form, _ url: URL) async throws {
    let reader = try await form.answerReader()
    let answer = try await reader.read(contentsOf: url)
    for (column, cell) in zip(reader.columns, answer.cells) { print(column.name, cell.text) }
}

// The article on getting started
func opening() async throws -> Form {
    let form = try await Form(contentsOf: URL(fileURLWithPath: "form.pdf")) { progress in
        print(progress.stage, progress.completed, "of", progress.total)
    }
    for field in form.fields {
        print(field.name, field.page + 1, field.type, field.label, field.confidence)
    }
    if let name = form["Full name"] { print(name.page + 1, name.region.width, name.maxLength ?? 0) }
    return form
}

func knownFields(_ url: URL, _ fields: URL) async throws -> Form {
    let known = try JSONDecoder().decode(FormDescription.self, from: Data(contentsOf: fields))
    let form = try await Form(contentsOf: url, known: known)
    return form
}

func filling(_ form: Form, _ birthday: Date, _ output: URL) async throws {
    let filled = try await form.fill([
        "Full name": "Ada Lovelace",
        "Date#2": .date(birthday),
        "Amount": 12.5,
        "p2:Notes": "Two lines\nof text",
        "I agree": true,
    ])
    try filled.write(to: output)
}

func gettingManyFilled(_ form: Form, _ table: URL) async throws -> BatchSummary {
    let names = try NameTemplate("out/{row:04}-{Last name}.pdf")
    let batch = Batch(form: form, destination: .files(names))
    let rows = try RowsFile(contentsOf: table).rows()
    let summary = try await batch.run(rows) { result, progress in
        if case .failed(let failure) = result.outcome { print(result.line, failure.message) }
        print(progress.summary.rows, "rows done")
    }
    return summary
}

// The article on errors
func errors(_ form: Form, _ values: [String: FieldValue], _ output: URL) async throws {
    do {
        let filled = try await form.fill(values)
        try filled.write(to: output)
    } catch let failure as Failure where failure.code == .unknownField {
        print(failure.message, failure.fields)
    }
}

// docs/use/batch.md
func batches(_ url: URL, _ table: URL, _ output: URL, _ report: URL) async throws {
    let form = try await Form(contentsOf: url)
    let names = try NameTemplate("out/{row:04}-{Last name}.pdf")
    let summary = try await Batch(form: form, destination: .files(names)).run(RowsFile(contentsOf: table).rows())
    print(summary.filled, summary.failed)

    // Columns that are guesses, for a person to check; then: form.applying(mapping).
    let mapping = try await Batch(form: form, destination: .files(names)).mapping(
        of: RowsFile(contentsOf: table).rows())
    print(mapping.guesses.map(\.name))

    // All records in one PDF, and a report of every row.
    let merged = Batch(form: form, destination: .merged(output), report: report)
    try await merged.run(RowsFile(contentsOf: table).rows()) { result, progress in
        print(result.line, progress.summary.rate)
    }
}

// The type `ExistingValues`
func exporting(_ filled: URL, _ output: URL) async throws {
    let values = try await ExistingValues(contentsOf: filled)
    try values.data(as: .xfdf).write(to: output)
}
