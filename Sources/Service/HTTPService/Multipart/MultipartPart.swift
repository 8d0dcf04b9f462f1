import FailureModel
import Foundation

/// The header of a part of a `multipart/form-data` body.
package struct MultipartPart: Sendable, Hashable {
    /// The name of the form's field.
    package let name: String
    /// The name of the file, without folders and control characters; nil if the part is not a file.
    package let fileName: String?
    /// The media type that the client gives, which nothing relies on.
    package let contentType: String?

    /// Creates a header.
    package init(name: String, fileName: String? = nil, contentType: String? = nil) {
        self.name = name
        self.fileName = fileName
        self.contentType = contentType
    }

    /// Reads header fields, without the blank line behind them.
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

    /// Bytes of a file's name.
    private static let nameLimit = 255

    /// A name that leads nowhere and shows what it is: the last component, without control and format characters.
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
