import FailureModel
import FormModel
import FormFilling
import Foundation

/// Fills one form with many records, one at a time; its methods block.
package struct RecordFiller: Sendable {
    private let binder: Binder
    private let composer: RecordComposer

    init(form: Form, binder: Binder, options: ComposeOptions) {
        self.binder = binder
        composer = RecordComposer(form.document, description: form.description, options: options)
    }

    /// Returns the filled PDF and the warnings to report.
    func fill(_ entries: [ValueEntry]) throws(Failure) -> (pdf: Data, warnings: [String]) {
        let (pdf, report) = try composer.compose(try binder.bind(entries))
        return (pdf, Self.warnings(report))
    }

    package static func warnings(_ report: FillReport) -> [String] {
        report.filled.flatMap { entry in entry.warnings.map { "\(entry.title): \($0)" } }
            + [report.calculationNote].compactMap(\.self)
    }
}
