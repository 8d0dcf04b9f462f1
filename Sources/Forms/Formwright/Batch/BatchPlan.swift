import FailureModel
import FormModel
import FormFilling

/// The decisions made before the first row is read.
struct BatchPlan: Sendable {
    /// A binder that has looked up the fields of the columns.
    var binder: Binder
    /// The columns without a field.
    var skipped: Set<String> = []
    /// The skipped columns that name no files either.
    private var unknown: [String] = []
    /// The columns with a field.
    private var fitting: [String] = []
    /// The skipped columns that can only name files, since they match several fields, or none.
    var unfilled: [String] = []
    /// Whether each row has its own keys, and those without a field are skipped.
    private var skipsUnknownKeys = false

    /// Matches the columns with the form's fields and the template.
    ///
    /// - Parameters:
    ///   - keys: the columns; nil if each row has its own.
    ///   - names: the template, which can use columns; nil if columns name no files.
    ///   - form: the form to fill.
    ///   - skipsUnknownColumns: whether columns that match no field are skipped rather than rejected.
    ///   - assumesNames: whether columns that match no single field are taken as names of files.
    /// - Throws: `unknown_field` or `ambiguous_field` for a column that names no files, `mapping_needed` for columns
    ///   whose field is a guess, `malformed_template` for a missing column.
    init(
        keys: [String]?, names: NameTemplate?, form: Form, skipsUnknownColumns: Bool, assumesNames: Bool = false
    ) throws(Failure) {
        binder = form.binder.refusingGuesses()
        guard let keys else {
            skipsUnknownKeys = skipsUnknownColumns
            return
        }
        let naming = Set(names?.columns ?? [])
        if let missing = naming.subtracting(keys).min() {
            let listed = keys.prefix(12).map(\.quoted).joined(separator: ", ")
            throw Failure(
                .malformedTemplate, "The file names use {\(missing)}, which is not one of the columns: \(listed).")
        }
        var guessed: [String] = []
        var assumed: Failure?
        for key in keys {
            do throws(Failure) {
                if binder.leavesOut(key) {
                    skipped.insert(key)
                } else {
                    _ = try binder.knowing([key])
                    fitting.append(key)
                }
            } catch {
                switch error.code {
                case .unknownField where naming.contains(key): break
                case .unknownField where skipsUnknownColumns, .mappingNeeded where skipsUnknownColumns:
                    unknown.append(key)
                case .mappingNeeded: guessed.append(key)
                case .ambiguousField where naming.contains(key): unfilled.append(key)
                case .unknownField where assumesNames, .ambiguousField where assumesNames:
                    unfilled.append(key)
                    assumed = assumed ?? error
                default: throw error
                }
                skipped.insert(key)
            }
        }
        if !guessed.isEmpty { throw ColumnMapping.needed(for: guessed, of: keys.count) }
        // A table without a column for any field is hardly meant for this form.
        if fitting.isEmpty, let assumed { throw assumed }
        binder = try binder.knowing(fitting)
    }

    /// Notes about skipped columns, and about headings that are no whole label.
    var notes: [String] {
        let skipped =
            unknown.isEmpty
            ? []
            : ["Left out, since they match no field of the form exactly: \(unknown.map(\.quoted).listed(Self.listed))."]
        return (binder.keepsValues ? [KeptValues.note] : []) + binder.keptNotes + skipped + binder.notes(on: fitting)
    }

    private static let listed = 12

    /// Returns the values of a row that belong to fields.
    func entries(_ entries: [ValueEntry]) -> [ValueEntry] {
        if skipsUnknownKeys { return binder.recognised(entries).entries }
        return skipped.isEmpty ? entries : entries.filter { !skipped.contains($0.key) }
    }
}
