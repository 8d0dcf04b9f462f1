import FormImport
import Expat
import FailureModel
import FormModel

/// Reads field values from XFDF (ISO 19444-1).
///
/// Annotations and everything else in the file are ignored.
enum XFDFReader {
    /// Returns whether a file is XML, which no other values format resembles.
    static func recognises(_ bytes: [UInt8]) -> Bool {
        // UTF-16 with a byte order mark.
        if bytes.starts(with: [0xFF, 0xFE, 0x3C, 0]) || bytes.starts(with: [0xFE, 0xFF, 0, 0x3C]) { return true }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        let start = text.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return ["<?xml", "<xfdf", "<!DOCTYPE", "<!--"].contains { start.starts(with: $0.utf8) }
    }

    /// Returns the values in the order of the file.
    ///
    /// - Throws: `malformed_values`, `duplicate_value`, `input_too_large`, `value_too_long` or `out_of_memory`.
    static func entries(_ bytes: [UInt8], name: String) throws(Failure) -> [ValueEntry] {
        var reading = Reading(name: name)
        do throws(XMLSyntaxError) {
            try XMLEvents.read(bytes) { reading.take($0) }
        } catch {
            throw switch error.kind {
            case .malformed: Failure(.malformedValues, "\(name) is not valid XML at line \(error.line).")
            case .declaration:
                Failure(
                    .malformedValues,
                    "Line \(error.line) of \(name) has a document type declaration, which is refused because it could "
                        + "expand to anything.")
            case .outOfMemory: Failure(.outOfMemory, "There is not enough memory to read \(name).")
            }
        }
        if let failure = reading.failure { throw failure }
        return reading.entries.entries
    }

    /// The state of parsing a file.
    private struct Reading {
        let name: String
        var entries: FormDataEntries
        var failure: Failure?

        /// The open elements; those within a value or an unknown element are not distinguished.
        private var open: [Element] = []
        /// The names of the open fields, and their values so far.
        private var fields: [(name: String, values: [String], rich: String?)] = []
        private var text = ""

        private enum Element {
            case root, fields, field, value, richText, paragraph, other
        }

        init(name: String) {
            self.name = name
            entries = FormDataEntries(name: name)
        }

        mutating func take(_ event: XMLEvent) -> Bool {
            do throws(Failure) {
                switch event {
                case .start(let element, let attributes): try start(element, attributes)
                case .end: try end()
                case .text(let part):
                    switch open.last {
                    case .value, .richText, .paragraph: text += part
                    default: break
                    }
                }
                return true
            } catch {
                failure = error
                return false
            }
        }

        private mutating func start(_ element: String, _ attributes: [String: String]) throws(Failure) {
            try entries.countNode()
            guard open.count < FormDataEntries.depthLimit * 2, fields.count < FormDataEntries.depthLimit else {
                throw Failure(.malformedValues, "\(name) nests its elements too deeply.")
            }
            switch (open.last, element) {
            case (nil, "xfdf"): open.append(.root)
            case (nil, _):
                throw Failure(
                    .malformedValues, "\(name) is XML, but not XFDF: it begins with the element \(element.quoted).")
            case (.root, "fields"): open.append(.fields)
            case (.fields, "field"), (.field, "field"):
                fields.append((attributes["name"] ?? "", [], nil))
                open.append(.field)
            case (.field, "value"):
                text = ""
                open.append(.value)
            case (.field, "value-richtext"):
                text = ""
                open.append(.richText)
            case (.richText, _), (.paragraph, _):
                if element == "br" || element == "p" && !text.isEmpty { text += "\n" }
                open.append(.paragraph)
            default: open.append(.other)
            }
        }

        private mutating func end() throws(Failure) {
            let last = fields.count - 1
            switch open.popLast() {
            case .value: fields[last].values.append(text)
            case .richText: fields[last].rich = text
            case .field:
                let full = FormDataEntries.fullName(fields.map(\.name))
                let field = fields.removeLast()
                let values = field.values.isEmpty ? field.rich.map { [$0] } ?? [] : field.values
                if !values.isEmpty, !full.isEmpty { try entries.add(values, to: full) }
            default: break
            }
        }
    }
}
