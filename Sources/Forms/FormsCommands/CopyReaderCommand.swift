import ArgumentParser
import FailureModel
import Files
import FormFilling
import FormImport
import FormReading
import Formwright
import FormwrightCLI
import Foundation
import Synchronization

/// The hidden command for child processes of `collect`.
struct CopyReaderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy-reader", abstract: "Read copies for another formwright process.", shouldDisplay: false)

    @OptionGroup var templates: TemplateArguments

    func run() async throws {
        guard let input = try? FileHandle.standardInput.readToEnd(),
            let task = try? JSONDecoder().decode(CopyTask.self, from: input)
        else { throw ValidationError("This command is reserved for formwright collect.") }
        _ = FileManager.default.changeCurrentDirectoryPath(task.folder)
        let limits = DocumentLimits(on: "")
        let report = CopyReports()
        do {
            if let form = task.form {
                try await read(task, form, limits, report)
            } else {
                try await find(task, limits, report)
            }
        } catch let failure as Failure {
            try report.send(.failed(failure))
        }
    }

    /// Reads the copies of a form.
    private func read(
        _ task: CopyTask, _ known: CopyTask.KnownForm, _ limits: DocumentLimits, _ report: CopyReports
    ) async throws {
        let reader = try await known.form(password: task.password)
            .answerReader(language: task.language, isBlank: known.isBlank)
        try report.send(.ready)
        for path in task.copies {
            limits.reportProgress()
            do {
                let answers = try await reader.answers(contentsOf: URL(fileURLWithPath: path), password: task.password)
                {
                    limits.reportProgress()
                    // A parent that is gone is noticed with the next copy.
                    try? report.send(.progress)
                }
                try await split(path, into: answers, task)
                try report.send(.answers(try answers.map { try ReadCopy($0, pictures: task.pictures) }))
            } catch let failure as Failure {
                try report.send(.failed(failure))
            }
        }
    }

    /// Writes each of several copies in a file to the task's folder.
    private func split(_ path: String, into answers: [Answer], _ task: CopyTask) async throws {
        guard let folder = task.split, answers.count > 1 else { return }
        let data = try InputFile.read(URL(fileURLWithPath: path), limit: Limits().fileSize)
        for (index, answer) in answers.enumerated() {
            let numbers = answer.pages.map { "\($0 + 1)" }.joined(separator: ",")
            let pages = try await PDFPages(data, PageSelection(numbers), password: task.password)
            let name = task.names.name(of: path).copy(index + 1, as: "pdf")
            try OutputFile.write(
                try await pages.pdf(), to: URL(fileURLWithPath: folder, isDirectory: true).appendingPathComponent(name))
        }
    }

    /// Looks for the first copy of a form with corrected fields.
    private func find(_ task: CopyTask, _ limits: DocumentLimits, _ report: CopyReports) async throws {
        try report.send(.ready)
        for path in task.copies {
            limits.reportProgress()
            do {
                let document = try Importer().document(at: URL(fileURLWithPath: path), password: task.password)
                if let form = try await templates.corrected(document) {
                    let isBlank = document.isFilledBefore || document.widgets.isEmpty
                    return try report.send(.form(CopyTask.KnownForm(form, isBlank: isBlank)))
                }
                throw Failure(
                    .fieldsMismatch,
                    "\(NamedFile.name(path)) is no copy of a form with corrected fields in the store; give the blank form with "
                        + "--form, or correct its fields first (see formwright templates)."
                )
            } catch let failure as Failure {
                try report.send(.failed(failure))
            }
        }
    }
}

/// The messages to the process that asked.
private final class CopyReports: Sendable {
    private let lock = Mutex(())

    /// Sends a message at once, from any thread.
    func send(_ message: CopyMessage) throws {
        let line = try JSONText.line(message)
        try lock.withLock { _ in try FileDescriptor.standardOutput.writeAll(line) }
    }
}
