package import FailureModel
import LibCrypto
import Files
import FormModel
package import Foundation
package import QPDF
import Tesseract

/// The import stage: reads a file, its page boxes and widgets.
///
/// It determines the type of the file and checks it against the limits.
package struct Importer: Sendable {
    package var limits: Limits
    /// Whether pictures keep their pixels, and no sheet is searched in photos.
    package var keepsPicture: Bool

    /// What is made of a form that was filled before.
    package var filled: FilledForms

    /// The ways to import a form that was filled before.
    package enum FilledForms: Sendable {
        /// As it is, with the values on its pages.
        case asTheyAre
        /// As the blank form, without its values.
        case emptied
        /// As the blank form, with its values beside it.
        case kept
    }

    package init(limits: Limits = Limits(), keepsPicture: Bool = false, filled: FilledForms = .asTheyAre) {
        self.limits = limits
        self.keepsPicture = keepsPicture
        self.filled = filled
    }

    /// Imports a file from disk.
    ///
    /// - Throws: `Failure` with one of the codes for documents.
    package func document(at url: URL, password: String? = nil) throws(Failure) -> ImportedDocument {
        let data = try InputFile.read(url, limit: limits.fileSize)
        return try document(data, fileName: url.lastPathComponent, password: password)
    }

    /// Imports a file's bytes.
    ///
    /// `fileName` is the name known to the user, for messages; it does not determine the type.
    ///
    /// - Throws: `Failure` with one of the codes for documents.
    package func document(
        _ data: Data, fileName: String, password: String? = nil
    ) throws(Failure) -> ImportedDocument {
        let fileType = try type(of: data, fileName: fileName)
        var notes: [String] = []
        if fileType == .pdf, filled != .asTheyAre {
            switch FilledFile(data, password: password, sizeLimit: limits.fileSize) {
            case .unmarked: break
            case .unusable(let note): notes = [note]
            case .filled(let blank, let record, let values, let file):
                // The filled form may be sound if what it says about its blank is not.
                if let document = try? self.blank(blank, record, values, of: file, named: fileName, password) {
                    return document
                }
                notes = [FilledFile.changedNote]
            }
        }
        let digest = Hexadecimal.text(SHA256.hash(data: data))
        var document = ImportedDocument(
            fileName: fileName, fileType: fileType, sha256: digest, pdf: data, password: password, pages: [],
            widgets: [], warnings: [])
        document.pdfDigest = fileType == .pdf ? digest : nil
        if fileType != .pdf {
            let made = try PicturePages(limits: limits, keepsPicture: keepsPicture).pages(of: data, fileName: fileName)
            (document.pdf, document.pictures, document.warnings) = (made.pdf, made.pictures, made.notes)
        }
        document.warnings += notes
        document.markNote = notes.first
        try readPages(of: &document)
        return document
    }

    /// Imports the blank form in a filled one.
    ///
    /// - Parameters:
    ///   - data: the bytes of the blank form.
    ///   - record: what the filled form says about it.
    ///   - values: the values of the filled form, as JSON.
    ///   - file: the filled form.
    ///   - fileName: the name known to the user.
    ///   - password: opens an encrypted PDF.
    /// - Returns: nil if the pages of the filled form do not begin with what those of the blank form draw.
    /// - Throws: `Failure` with one of the codes for documents.
    private func blank(
        _ data: Data, _ record: FillRecord, _ values: Data, of file: PDFFile, named fileName: String,
        _ password: String?
    ) throws(Failure) -> ImportedDocument? {
        var document = ImportedDocument(
            fileName: fileName, fileType: record.fileType, sha256: record.source, pdf: data, password: password,
            pages: [], widgets: [], warnings: [])
        document.pdfDigest = record.sha256
        document.pictures = record.pictures.map { ImportedDocument.SourcePicture(size: $0.size, sheet: $0.sheet) }
        document.isFilledBefore = true
        try readPages(of: &document)
        guard document.fileType == .pdf || document.pictures.count == document.pages.count,
            FilledPages.begin(with: document, file)
        else { return nil }
        if filled == .kept { document.keptValues = values }
        return document
    }

    /// Returns the type of a file from its first bytes, without examining the rest.
    ///
    /// - Throws: `input_empty`, `input_too_large` or `unsupported_type`.
    package func type(of data: Data, fileName: String) throws(Failure) -> FileType {
        try type(ofHead: data, byteCount: Int64(data.count), fileName: fileName)
    }

    /// Returns the type of a file, given its first kilobytes and its size in bytes.
    package func type(ofHead head: Data, byteCount: Int64, fileName: String) throws(Failure) -> FileType {
        guard byteCount > 0 else { throw Failure(.inputEmpty, "\(fileName) is empty.") }
        guard byteCount <= limits.fileSize else {
            throw Failure(.inputTooLarge, "\(fileName) is larger than the limit of \(limits.fileSize >> 20) MB.")
        }
        guard let type = FileType(sniffing: head) else {
            throw Failure(
                .unsupportedType, "\(fileName) is not a PDF, JPEG, PNG or TIFF file, whatever its name says.")
        }
        return type
    }

    private func readPages(of document: inout ImportedDocument) throws(Failure) {
        let name = document.fileName
        var file = try Self.parse(document)
        if file.wasRepaired {
            guard Self.hasEndMarker(document.pdf) else {
                throw Failure(.damagedDocument, "\(name) ends too early: it is truncated or was not copied completely.")
            }
            document.warnings.append("The file's cross-reference table was damaged and has been rebuilt.")
        }
        do {
            if try file.untangleFields() {
                document.pdf = try file.written()
                document.pdfDigest = nil
                file = try Self.parse(document)
                document.warnings.append("The form listed the same fields repeatedly and has been repaired.")
            }
            let count = try file.pageCount()
            guard count > 0 else { throw Failure(.noPages, "\(name) has no pages.") }
            guard count <= limits.pages else {
                throw Failure(.tooManyPages, "\(name) has \(count) pages; the limit is \(limits.pages).")
            }
            var budget = PageBudget(file, pages: count, bytes: document.pdf.count, countsPixels: true)
            for index in 0..<count {
                let geometry = try file.geometry(ofPage: index)
                guard max(geometry.size.width, geometry.size.height) <= limits.pageSide else {
                    throw Failure(
                        .pageTooLarge,
                        "Page \(index + 1) of \(name) is larger than \(Int(limits.pageSide / 72)) inches on a side.")
                }
                guard try file.hasReadableContent(onPage: index) else {
                    throw Failure(
                        .damagedDocument,
                        "The content of page \(index + 1) of \(name) is damaged and cannot be repaired; open it in another "
                            + "program and save it again.")
                }
                try budget.spend(page: index, of: name)
                document.pages.append(geometry)
                document.widgets += try file.widgets(onPage: index)
            }
        } catch let error as Failure {
            throw error
        } catch {
            throw Self.translated(error, name: name, password: document.password)
        }
        if file.hasXFA {
            guard !document.widgets.isEmpty else {
                throw Failure(
                    .xfaOnly,
                    "\(name) is an XFA form without static pages; open it in Adobe Reader, print it to a PDF and "
                        + "use that PDF.")
            }
            document.warnings.append("Changing the form removes its XFA description.")
        }
        if document.widgets.contains(where: \.isSigned) || (try? file.isSigned()) == true {
            document.warnings.append(Self.signatureWarning)
        }
        if !file.allowsFilling {
            document.warnings.append("The author's permissions do not include filling in this form.")
        }
        document.isTagged = file.isTagged
        document.parsed = ParsedFiles([file])
    }

    /// The warning about a document with digital signatures.
    package static let signatureWarning = "Changing the form invalidates its digital signature."

    /// Opens the document's PDF for changes.
    ///
    /// It can be put back into `parsed` after the changes have been reverted.
    package static func open(_ document: ImportedDocument) throws(Failure) -> PDFFile {
        if let file = document.parsed.take() { return file }
        return try parse(document)
    }

    private static func parse(_ document: ImportedDocument) throws(Failure) -> PDFFile {
        do {
            return try PDFFile(data: document.pdf, password: document.password)
        } catch {
            throw translated(error, name: document.fileName, password: document.password)
        }
    }

    private static func translated(_ error: any Error, name: String, password: String?) -> Failure {
        switch (error as? QPDFError)?.code {
        case .password where password == nil:
            Failure(
                .encrypted, "\(name) needs a password to open.")
        case .password:
            Failure(.wrongPassword, "The password does not open \(name).")
        case .unsupported:
            Failure(
                .damagedDocument, "\(name) is protected in a way that cannot be read.", underlying: "\(error)")
        case .system:
            Failure(.outOfMemory, "There is not enough memory to read \(name).", underlying: "\(error)")
        default:
            Failure(
                .damagedDocument,
                "\(name) is damaged and cannot be read; open it in another program and save it again.",
                underlying: "\(error)")
        }
    }

    /// Returns whether the file ends like a complete PDF.
    ///
    /// Mail gateways append bytes, so the last 2 KB are searched.
    private static func hasEndMarker(_ data: Data) -> Bool {
        data.suffix(2048).range(of: Data("%%EOF".utf8)) != nil
    }
}
