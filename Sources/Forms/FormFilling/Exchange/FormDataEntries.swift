import FormImport
import FailureModel
import FormModel

/// The values of an FDF or XFDF file, under the limits of a values file.
struct FormDataEntries {
    private(set) var entries: [ValueEntry] = []

    private let name: String
    private let limits = ValueLimits()
    private var places: [String: Int] = [:]
    private var nodes = 0
    private var textBytes = 0

    /// Maximum nesting depth of fields, as for forms.
    static let depthLimit = 64

    /// Creates an empty collection; `name` is the file name for messages.
    init(name: String) { self.name = name }

    /// Counts a field or another part of the file.
    mutating func countNode() throws(Failure) {
        nodes += 1
        guard nodes <= limits.nodes else {
            throw Failure(.inputTooLarge, "\(name) has more than \(limits.nodes) parts.")
        }
    }

    /// Adds the value of a field.
    ///
    /// Several texts are choices of a list.
    mutating func add(_ texts: [String], to field: String) throws(Failure) {
        guard field.utf8.count <= limits.keyLength else {
            throw Failure(
                .malformedValues, "The name \(field.quoted) in \(name) is longer than \(limits.keyLength) bytes.")
        }
        for text in texts {
            guard text.utf8.count <= limits.valueLength else {
                throw Failure(
                    .valueTooLong,
                    "The value for \(field.quoted) in \(name) is longer than \(limits.valueLength) bytes.")
            }
            textBytes += text.utf8.count
            guard textBytes <= limits.bytes else {
                throw Failure(
                    .inputTooLarge, "The values in \(name) are longer than \(limits.bytes >> 20) MB in total.")
            }
        }
        let entry = ValueEntry(key: field, value: texts.count == 1 ? .text(texts[0]) : .structure)
        if let place = places[field] {
            guard entries[place] == entry else {
                throw Failure(.duplicateValue, "The field \(field.quoted) has several values in \(name); keep one.")
            }
            return
        }
        places[field] = entries.count
        entries.append(entry)
    }

    /// Returns the full name of a nested field, with its parts joined by dots.
    static func fullName(_ parts: [String]) -> String { parts.filter { !$0.isEmpty }.joined(separator: ".") }
}
