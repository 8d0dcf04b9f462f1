import FormwrightCLI
import FailureModel
public import ArgumentParser
import FormModel
import Formwright
public import FormFilling
import FormImport
import Foundation

/// The options of commands that open a document.
struct DocumentArguments: ParsableArguments {
    @Option(
        help: """
            Password of an encrypted PDF. Other users of the machine may see it in the process list; --password-file \
            and the environment variable \(Self.passwordVariable) keep it private.
            """)
    var password: String?

    @Option(help: "File with the password of an encrypted PDF, or - for standard input.")
    var passwordFile: String?

    private static let passwordVariable = "FORMWRIGHT_PASSWORD"

    func validate() throws {
        if password != nil, passwordFile != nil {
            throw ValidationError("Give the password with either --password or --password-file, not both.")
        }
    }

    /// Returns the password from the command line, the password file or the environment.
    ///
    /// It is nil if there is no password.
    func givenPassword() throws -> String? {
        if let password { return password }
        guard let passwordFile else {
            return ProcessInfo.processInfo.environment[Self.passwordVariable].flatMap { $0.isEmpty ? nil : $0 }
        }
        return try PasswordFile.read(passwordFile)
    }

    /// Reads and imports a document; `-` is standard input.
    func document(_ path: String, with importer: Importer = Importer()) throws -> ImportedDocument {
        let data = try NamedFile.read(path, limit: importer.limits.fileSize)
        return try importer.document(
            data, fileName: NamedFile.name(path), password: try givenPassword())
    }
}

/// The options of commands that find the fields of a form.
struct FormArguments: ParsableArguments {
    @OptionGroup var opening: DocumentArguments

    @Option(help: "Tesseract language codes for a scan, joined by +.")
    var language = "eng"

    @Flag(help: "Keep the pixels of a photo or scan, instead of making an upright, evenly lit page of its sheet.")
    var keepPicture = false

    /// Maximum size in bytes of a file of known fields.
    private static let fieldsSizeLimit = 64 << 20

    var options: FormOptions { FormOptions(language: language, keepsPicture: keepPicture) }
    var passwordFile: String? { opening.passwordFile }

    /// Returns the password from the command line, the password file or the environment.
    ///
    /// It is nil if there is no password.
    func givenPassword() throws -> String? { try opening.givenPassword() }

    /// Reads and imports a form; `-` is standard input.
    func document(_ path: String, _ options: FormOptions? = nil) throws -> ImportedDocument {
        try opening.document(path, with: (options ?? self.options).importer)
    }

    /// Imports a form with fields from a file, the output of `inspect --json`.
    func form(_ path: String, fields: String, _ options: FormOptions? = nil) throws -> Form {
        let data = try NamedFile.read(fields, limit: Self.fieldsSizeLimit)
        guard let known = try? JSONDecoder().decode(FormDescription.self, from: data) else {
            throw Failure(
                .malformedFields, "\(NamedFile.name(fields)) is not the output of formwright inspect --json.")
        }
        return try Form(try document(path, options), known: known)
    }
}

/// The options for drawing values.
struct ComposeArguments: ParsableArguments {
    @Option(help: "Font families for the values, in order of preference, separated by commas.")
    var font: String?

    @Option(
        help: """
            Text size in points, from 4 to 144; smaller where text does not fit. The default suits the fields.
            """)
    var fontSize: Double?

    @Option(help: "Colour of text and marks: #rrggbb, #rgb, black, blue, red, green or gray.")
    var color: TextColor?

    @Option(help: "Handling of text that does not fit at 7 points; shrink goes down to 5.")
    var overflow = ComposeOptions.Overflow.error

    @Option(help: "Mark to draw in a ticked box.")
    var mark = ComposeOptions.Mark.cross

    @Flag(help: "Keep AcroForm fields editable, with the values in them.")
    var keepEditable = false

    @Flag(
        help: """
            Append to the document instead of rewriting it, so that digital signatures stay valid; fails if they cannot.
            """)
    var incremental = false

    func validate() throws {
        if let fontSize, !ComposeOptions.fontSizes.contains(fontSize) {
            throw ValidationError("--font-size takes a size in points from 4 to 144.")
        }
        if let missing = families.first(where: { !FontFamily.isInstalled($0) }) {
            throw ValidationError(
                "--font: the font \(missing.quoted) is not installed; fc-list : family lists those that are.")
        }
    }

    private var families: [String] {
        (font ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    var options: ComposeOptions {
        ComposeOptions(
            fontFamilies: families + ComposeOptions.defaultFontFamilies, fontSize: fontSize, color: color,
            overflow: overflow, mark: mark, keepsFields: keepEditable, isIncremental: incremental)
    }
}

/// The options that give values in a file, on the command line, or both.
struct ValueArguments: ParsableArguments {
    @Option(
        name: .long,
        help:
            "JSON, YAML, FDF or XFDF file of values, or a table with one row (.csv, .tsv, .jsonl, .xlsx), or - for standard input."
    )
    var values: String?

    @Option(help: "The sheet of a spreadsheet of values, by name or number. Defaults to the first.")
    var sheet: String?

    @Option(
        name: .customLong("set"), parsing: .singleValue,
        help: ArgumentHelp("Value of one field; can be repeated.", valueName: "field=value"))
    var assignments: [String] = []

    func validate() throws {
        if sheet != nil, values == nil { throw ValidationError("--sheet needs --values FILE.") }
        for assignment in assignments where !assignment.contains("=") {
            throw ValidationError(
                "--set takes FIELD=VALUE, such as --set \"Name=Ada\"; \(assignment.quoted) has no =.")
        }
    }

    /// Reads the values; those of single fields take precedence over the file.
    ///
    /// `mapping` says which sheet of a spreadsheet it was made for.
    func given(by mapping: ColumnMapping? = nil) throws -> GivenValues {
        var given = GivenValues()
        if let values {
            let folder =
                values == "-" ? URL(fileURLWithPath: ".") : URL(fileURLWithPath: values).deletingLastPathComponent()
            let (data, name) = (try NamedFile.read(values, limit: ValuesFile.sizeLimit), NamedFile.name(values))
            if RowsFile.isTable(named: name) {
                let row = try RowsFile(data: data, name: name, folder: folder).onlyRow(
                    sheet: sheet ?? mapping?.sheet(ofTable: name))
                for note in row.notes { StandardError.print("formwright: note: \(note)") }
                given = GivenValues(row.entries)
            } else {
                guard sheet == nil else {
                    throw Failure(.malformedValues, "\(name) has no sheets, which only spreadsheets (.xlsx) have.")
                }
                let file = try ValuesFile(data: data, name: name, folder: folder)
                given = GivenValues(file.entries, profile: file.profile)
            }
        }
        for assignment in assignments {
            let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            given.overriding.append(ValueEntry(key: String(parts[0]), value: .text(String(parts[1]))))
        }
        return given
    }
}

/// The option that fills personal fields from a profile.
struct ProfileArguments: ParsableArguments {
    @Option(
        help: """
            YAML or JSON file about the person who fills in the form, by the names of HTML autofill (given-name, \
            street-address, bday); fills the fields about that person that no other value is given for.
            """)
    var profile: String?

    /// Returns a form that is also filled from a profile.
    ///
    /// Without this option, it is the profile in the values file, if any.
    func applied(to form: Form, besides given: GivenValues = GivenValues()) throws -> Form {
        guard let profile else { return given.profile.map(form.filling) ?? form }
        let data = try NamedFile.read(profile, limit: ValuesFile.sizeLimit)
        return form.filling(from: try Profile(data: data, name: NamedFile.name(profile)))
    }
}

extension TextColor: ExpressibleByArgument {
    /// Parses a colour like ``init(_:)``.
    public init?(argument: String) { self.init(argument) }
}

extension ComposeOptions.Overflow: ExpressibleByArgument {}
extension ComposeOptions.Mark: ExpressibleByArgument {}
extension ExistingValues.Format: ExpressibleByArgument {}
extension FillableOptions.Signatures: ExpressibleByArgument {}
