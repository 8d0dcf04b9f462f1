import FailureModel
import Files
import FormModel
import FormReading
import FormwrightCLI
import Foundation

/// The reading of copies into a table, in other processes.
struct CollectWork: Sendable {
    var task: CopyTask
    var jobs: Int
    /// The options of the store with the form, unless it is given.
    var storeArguments: [String]
    var format: AnswerTable.Format
    /// What heads the columns of the table.
    var headings: AnswerHeadings
    /// The path of the table.
    var output: String
    /// The path of the details of cells.
    var cells: String?
    /// The folder of pictures of doubtful cells.
    var pictures: String?
    /// The path of the list of files that were not read.
    var unknown: String?

    /// What was done.
    struct Summary: Sendable {
        var rows = 0
        var unread = 0
        /// The number of doubtful cells, if they were looked at.
        var doubtful: Int?
    }

    /// Reads all copies; it blocks.
    ///
    /// - Throws: a failure of the run; the outputs are then as they were.
    func run(isCancelled: @escaping @Sendable () -> Bool) throws -> Summary {
        var task = task
        var failures: [Failure] = []
        if task.form == nil {
            let found = try task.found(storeArguments, isCancelled: isCancelled)
            (task.form, failures) = (found.form, found.failures)
        }
        var unread: [String] = []
        var summary = Summary()
        let bar = ProgressBar()
        defer { bar.clear() }
        func note(_ failure: Failure, _ path: String) {
            unread.append(path)
            bar.clear()
            StandardError.print(
                "formwright: not read: \(TerminalText.printable(path)): \(TerminalText.printable(failure.message)) "
                    + "(\(failure.code.rawValue))")
        }
        for (path, failure) in zip(task.copies, failures) { note(failure, path) }
        if let form = task.form {
            let columns = AnswerColumn.all(of: form.description.fields)
            let table = try AnswerTable(
                format, headings: headings.texts(of: columns), numbers: columns.map(\.takesNumbers),
                at: output == "-" ? nil : URL(fileURLWithPath: output)
            ) { StandardOutput.write($0) }
            var details: AnswerDetails?
            if cells != nil || pictures != nil { details = try AnswerDetails(at: cells, pictures: pictures) }
            let total = task.copies.count
            task.copies.removeFirst(failures.count)
            let readers = CopyReaders(task, jobs: jobs, isCancelled: isCancelled)
            for (place, path) in task.copies.enumerated() {
                guard let result = try readers.next() else { break }
                switch result {
                case .success(let copies) where copies.allSatisfy { $0.cells.count == columns.count }:
                    for (index, copy) in copies.enumerated() {
                        let name = copies.count == 1 ? path : task.names.name(of: path).path(ofCopy: index + 1)
                        try table.add(name, copy.answer(named: NamedFile.name(name)))
                        try details?.add(name, copy, columns)
                        summary.rows += 1
                    }
                    for note in ReadCopy.notes(on: copies) {
                        bar.clear()
                        StandardError.print("formwright: note: \(TerminalText.printable(path)) has \(note).")
                    }
                case .success:
                    note(Failure(.internalError, "The process that reads copies sent an unexpected message."), path)
                case .failure(let failure): note(failure, path)
                }
                bar.show("collect", failures.count + place + 1, of: total)
            }
            try table.finish()
            try details?.finish()
            summary.doubtful = details?.doubtful
        }
        if let unknown { try NamedFile.write(Data(unread.map { "\($0)\n" }.joined().utf8), to: unknown) }
        summary.unread = unread.count
        return summary
    }
}

extension ReadCopy {
    /// Returns what is unusual about the pages of a file with these copies.
    fileprivate static func notes(on copies: [ReadCopy]) -> [String] {
        var notes: [String] = []
        if let others = copies.first?.otherPages, !others.isEmpty {
            notes.append("pages that do not belong to the form: \(numbers(of: others))")
        }
        if copies.count > 1 {
            let pages = copies.map { numbers(of: $0.pages) }.joined(separator: "; ")
            notes.append("\(copies.count) copies of the form, on the pages \(pages)")
        }
        return notes
    }

    /// Returns the numbers of pages (0-based), such as `3-4`.
    private static func numbers(of pages: [Int]) -> String {
        let numbers = pages.map { $0 + 1 }
        guard let first = numbers.first, let last = numbers.last else { return "" }
        let isRun = numbers.elementsEqual(first..<first + numbers.count)
        return isRun && first != last ? "\(first)-\(last)" : numbers.map(String.init).joined(separator: ", ")
    }
}

/// The details and pictures of the cells of a table.
private struct AnswerDetails {
    private let file: GrowingFile?
    private let path: String?
    private let pictures: URL?
    private(set) var doubtful = 0
    private var row = 0

    init(at path: String?, pictures: String?) throws {
        self.path = path
        file = try path.flatMap { $0 == "-" ? nil : try GrowingFile(at: URL(fileURLWithPath: $0)) }
        self.pictures = pictures.map { URL(fileURLWithPath: $0, isDirectory: true) }
        if let folder = self.pictures { try OutputFolder.make(folder) }
    }

    mutating func add(_ path: String, _ copy: ReadCopy, _ columns: [AnswerColumn]) throws {
        row += 1
        let cells = copy.answer(named: path).cells
        for (index, (column, cell)) in zip(columns, cells).enumerated() {
            if cell.isDoubtful { doubtful += 1 }
            var name: String?
            if let pictures, let data = copy.cells[index].picture {
                let file = "\(row)-\(index + 1).png"
                try OutputFile.write(data, to: pictures.appendingPathComponent(file))
                name = file
            }
            guard self.path != nil else { continue }
            let line = try JSONText.line(AnswerDetail(file: path, column: column, cell: cell, picture: name))
            if let file { try file.append(line) } else { StandardOutput.write(line) }
        }
    }

    func finish() throws { try file?.finish() }
}
