import FormImport
import FailureModel
import FormModel

/// Reads field values from FDF (ISO 32000-1, 12.7.7).
///
/// An FDF file needs no cross-reference table, so its objects are found by parsing it from the start. Annotations,
/// scripts and references to other files are ignored.
struct FDFReader {
    /// Returns whether a file has an FDF header.
    ///
    /// Other bytes may precede it, as in a PDF.
    static func recognises(_ bytes: [UInt8]) -> Bool {
        let start = bytes.prefix(1_024)
        return start.indices.contains { start[$0...].starts(with: "%FDF-".utf8) }
    }

    /// Returns the values in the order of the file.
    ///
    /// - Throws: `malformed_values`, `duplicate_value`, `input_too_large` or `value_too_long`.
    static func entries(_ bytes: [UInt8], name: String) throws(Failure) -> [ValueEntry] {
        let result: Result<[ValueEntry], Failure> = bytes.withUnsafeBufferPointer { buffer in
            do throws(Failure) {
                return .success(try FDFReader(try FDFObjects(buffer, name: name), name: name).entries())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private let objects: FDFObjects
    private let name: String

    private init(_ objects: FDFObjects, name: String) {
        self.objects = objects
        self.name = name
    }

    private func entries() throws(Failure) -> [ValueEntry] {
        guard let form = objects.form else {
            throw Failure(.malformedValues, "\(name) is FDF without a form: it has no /FDF dictionary.")
        }
        // Besides PDFDocEncoding and UTF-16, which need no declaration.
        let isUTF8 = objects.resolved(form["/Encoding"]).name?.lowercased() == "/utf_8"
        var entries = FormDataEntries(name: name)
        for field in objects.resolved(form["/Fields"]).items {
            try add(field, within: [], isUTF8: isUTF8, to: &entries)
        }
        return entries.entries
    }

    private func add(
        _ object: FDFObject, within parents: [String], isUTF8: Bool, to entries: inout FormDataEntries
    ) throws(Failure) {
        try entries.countNode()
        guard parents.count < FormDataEntries.depthLimit else {
            throw Failure(.malformedValues, "\(name) nests its fields too deeply, or in a loop.")
        }
        guard let field = objects.resolved(object).dictionary else { return }
        func text(_ value: FDFObject?) -> String? {
            switch objects.resolved(value) {
            case .string(let bytes): PDFTextString.text(bytes, isUTF8: isUTF8)
            // An empty name is not a state; pdftk writes it for buttons without one.
            case .name("/"): nil
            // The state of buttons that are off, regardless of their captions.
            case .name("/Off"): ""
            case .name(let name): String(name.dropFirst())
            case .integer(let number): String(number)
            default: nil
            }
        }
        let names = parents + [text(field["/T"]) ?? ""]
        let value = objects.resolved(field["/V"])
        let full = FormDataEntries.fullName(names)
        if let one = text(value) {
            try entries.add([one], to: full)
        } else if !value.items.isEmpty {
            try entries.add(value.items.compactMap { text($0) }, to: full)
        } else if value.dictionary != nil {
            // A stream, which FDF allows for long texts, or an invalid value.
            throw Failure(
                .malformedValues,
                "\(name) gives the value of \(full.quoted) as a stream; export it as text, or give it in YAML or JSON.")
        }
        for kid in objects.resolved(field["/Kids"]).items {
            try add(kid, within: names, isUTF8: isUTF8, to: &entries)
        }
    }
}
