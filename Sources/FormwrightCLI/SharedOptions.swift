import FailureModel
public import ArgumentParser
import FormModel
import Formwright
public import Forms
import Foundation

/// What every command that opens a form takes.
struct FormArguments: ParsableArguments {
    @Option(
        help: """
            The password of an encrypted PDF. Other users of the machine may see it in the list of processes; \
            --password-file and the environment variable \(Self.passwordVariable) keep it to yourself.
            """)
    var password: String?

    @Option(help: "A file that holds the password of an encrypted PDF; - for standard input.")
    var passwordFile: String?

    @Option(help: "The languages of a scan, as tesseract names them, joined by +.")
    var language = "eng"

    private static let passwordVariable = "FORMWRIGHT_PASSWORD"

    /// Bytes of a file that holds a password.
    private static let passwordFileSizeLimit = 4_096

    /// Bytes of a file of known fields.
    private static let fieldsSizeLimit = 64 << 20

    var options: FormOptions { FormOptions(language: language) }

    func validate() throws {
        if password != nil, passwordFile != nil {
            throw ValidationError("Give the password with --password or with --password-file, not with both.")
        }
    }

    /// The password from wherever it was given; nil where it was not.
    func givenPassword() throws -> String? {
        if let password { return password }
        guard let passwordFile else {
            return ProcessInfo.processInfo.environment[Self.passwordVariable].flatMap { $0.isEmpty ? nil : $0 }
        }
        let data = try NamedFile.read(passwordFile, limit: Self.passwordFileSizeLimit)
        guard var password = String(data: data, encoding: .utf8), !password.utf8.contains(0) else {
            throw Failure(.inputUnreadable, "\(NamedFile.name(passwordFile)) is not UTF-8 text.")
        }
        // A line's end is one character, of one byte or two.
        if password.last?.isNewline == true { password.removeLast() }
        return password
    }

    /// Reads and imports a form, `-` from standard input.
    func document(_ path: String) throws -> ImportedDocument {
        let importer = Importer(limits: options.limits)
        let data = try NamedFile.read(path, limit: options.limits.fileSize)
        return try importer.document(data, fileName: NamedFile.name(path), password: try givenPassword())
    }

    /// Reads and imports a form whose fields an earlier `inspect --json` has printed into a file.
    func form(_ path: String, fields: String) throws -> Form {
        let data = try NamedFile.read(fields, limit: Self.fieldsSizeLimit)
        guard let known = try? JSONDecoder().decode(FormDescription.self, from: data) else {
            throw Failure(
                .malformedFields, "\(NamedFile.name(fields)) is not what formwright inspect --json prints.")
        }
        return try Form(try document(path), known: known)
    }
}

/// How values are drawn.
struct ComposeArguments: ParsableArguments {
    @Option(help: "The font families to write with, in order of preference, separated by commas.")
    var font: String?

    @Option(help: "What becomes of text that does not fit at the smallest size: error, truncate or shrink.")
    var overflow = ComposeOptions.Overflow.error

    @Option(help: "The mark in a ticked box: cross or check.")
    var mark = ComposeOptions.Mark.cross

    var options: ComposeOptions {
        let families = font.map { $0.split(separator: ",").map(String.init) } ?? []
        return ComposeOptions(
            fontFamilies: families + ComposeOptions.defaultFontFamilies, overflow: overflow, mark: mark)
    }
}

/// Values for fields, from a file, from the command line, or both.
struct ValueArguments: ParsableArguments {
    @Option(name: .long, help: "A JSON or YAML file of values; - for standard input.")
    var values: String?

    @Option(
        name: .customLong("set"), parsing: .singleValue,
        help: ArgumentHelp("One value; may be given many times.", valueName: "field=value"))
    var assignments: [String] = []

    func validate() throws {
        for assignment in assignments where !assignment.contains("=") {
            throw ValidationError(
                "--set takes FIELD=VALUE, such as --set \"Name=Ada\"; there is no = in \(assignment.quoted).")
        }
    }

    func entries() throws -> [ValueEntry] {
        var entries: [ValueEntry] = []
        if let values {
            let folder =
                values == "-" ? URL(fileURLWithPath: ".") : URL(fileURLWithPath: values).deletingLastPathComponent()
            let data = try NamedFile.read(values, limit: ValuesFile.sizeLimit)
            entries += try ValuesFile(data: data, name: NamedFile.name(values), folder: folder).entries
        }
        for assignment in assignments {
            let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            entries.append(ValueEntry(key: String(parts[0]), value: .text(String(parts[1]))))
        }
        return entries
    }
}

extension ComposeOptions.Overflow: ExpressibleByArgument {}
extension ComposeOptions.Mark: ExpressibleByArgument {}
