import FailureModel
import FormModel
import FormFilling
import Formwright
import Foundation
import Synchronization
import TestSupport

/// A small form with widgets, a folder for outputs, and batches with both.
struct BatchFixture {
    let folder: TemporaryFolder
    let form: Form

    init() async throws {
        folder = try TemporaryFolder()
        form = try await Form(data: Self.formData(), fileName: "form.pdf")
    }

    /// Returns the bytes of a form.
    ///
    /// - Parameters:
    ///   - caption: a text that makes the form different from others.
    ///   - pages: the number of pages; the fields are on the first.
    /// - Returns: a PDF.
    static func formData(caption: String = "A form", pages: Int = 1) -> Data {
        var builder = PDFBuilder()
        for number in 1...pages {
            var page = PDFBuilder.Page()
            page.text("\(caption), page \(number)", x: 60, y: 40)
            let widgets: [PDFBuilder.Widget] =
                number > 1
                ? []
                : [
                    .init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (first) /TU (First name)"),
                    .init(x: 60, y: 120, width: 200, height: 20, "/FT /Tx /T (last) /TU (Last name)"),
                    .init(x: 60, y: 160, width: 90, height: 20, "/FT /Tx /T (zip) /TU (ZIP) /MaxLen 5"),
                ]
            builder.add(page, widgets: widgets)
        }
        return builder.data()
    }

    /// Returns a batch that writes to the folder `out`.
    func batch(_ template: String = "{row:04}-{Last name}.pdf") throws -> Batch {
        Batch(form: form, destination: .files(try NameTemplate(folder.file("out").path + "/" + template)))
    }

    func rows(_ text: String) throws -> any ValueRows {
        try RowsFile(data: Data(text.utf8), name: "people.csv", folder: folder.url).rows()
    }

    /// The PDF files in the folder `out`.
    var outputs: [String] {
        let root = folder.file("out").path
        let found = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        return found.filter { $0.hasSuffix(".pdf") }.sorted()
    }

    func output(_ name: String) throws -> Data { try Data(contentsOf: folder.file("out/" + name)) }

    /// The bytes of all files, by name.
    func contents() throws -> [String: Data] {
        Dictionary(uniqueKeysWithValues: try outputs.map { ($0, try output($0)) })
    }
}

/// Collects the results of a batch.
final class Results: Sendable {
    private let kept = Mutex<[BatchResult]>([])

    var handler: Batch.Handler { { result, _ in self.kept.withLock { $0.append(result) } } }

    /// The results in the order of the rows.
    var all: [BatchResult] { kept.withLock { $0.sorted { $0.row < $1.row } } }

    var failures: [(line: Int, code: ErrorCode)] {
        all.compactMap { if case .failed(let error) = $0.outcome { ($0.line, error.code) } else { nil } }
    }
}
