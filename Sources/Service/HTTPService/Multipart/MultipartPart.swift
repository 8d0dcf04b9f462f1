import FailureModel
import Foundation

/// The header of a part of a `multipart/form-data` body.
package struct MultipartPart: Sendable, Hashable {
    /// The name of the form field.
    package let name: String
    /// The file name without folders and control characters; nil without a file.
    package let fileName: String?
    /// The media type given by the client, which is not trusted.
    package let contentType: String?

    /// Creates a header.
    package init(name: String, fileName: String? = nil, contentType: String? = nil) {
        self.name = name
        self.fileName = fileName
        self.contentType = contentType
    }

    /// Parses header fields, without the blank line after them.
    ///
    /// - Throws: `malformed_request` if there is no `Content-Disposition: form-data` with a name.
    init(header: some Sequence<UInt8>) throws(Failure) {
        guard let text = String(bytes: header, encoding: .utf8) else {
            throw Failure(.malformedRequest, "The header of a part is not UTF-8.")
        }
        var fields: [String: String] = [:]
        for line in text.components(separatedBy: "\r\n") {
            guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else {
                throw Failure(.malformedRequest, "The header of a part has a line without a name.")
            }
            let name = line[..<colon].lowercased()
            guard fields[name] == nil else {
                throw Failure(.malformedRequest, "The header of a part has the same field twice.")
            }
            fields[name] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        guard let disposition = fields["content-disposition"].map({ HeaderParameters($0) }),
            disposition.value.lowercased() == "form-data", let name = disposition["name"]
        else {
            throw Failure(.malformedRequest, "A part of the multipart body has no Content-Disposition with a name.")
        }
        self.init(
            name: name, fileName: (disposition["filename*"] ?? disposition["filename"]).map(Self.cleaned),
            contentType: fields["content-type"])
    }

    /// Maximum length of a file name in bytes.
    private static let nameLimit = 255

    /// Returns a safe file name: the last component, without control and format characters.
    private static func cleaned(_ name: String) -> String {
        let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        let kept = last.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
            default: true
            }
        }
        var name = String(String.UnicodeScalarView(kept)).trimmingCharacters(in: .whitespaces)
        while name.utf8.count > nameLimit { name.removeLast() }
        return name.isEmpty || name == "." || name == ".." ? "document" : name
    }
}
