import CQPDF
package import Foundation

/// A PDF with objects to read, change and write (`qpdf_data`).
///
/// Not thread-safe. It uses qpdf's object interface instead of its job interface: a job positions an overlay by the
/// TrimBox and flattens either all widgets or none, but a filled form needs the displayed page and only the filled
/// widgets.
package final class PDFFile {
    let handle: qpdf_data
    /// The memory that libqpdf reads until the handle is closed.
    private let bytes: NSData
    /// The files of stamped pages, kept because libqpdf copies foreign streams only on writing.
    var overlays: [PDFFile] = []
    /// The scripts read so far, which fields may share.
    var scripts: [PDFObjectIdentity: String] = [:]

    /// Opens a PDF (`qpdf_read_memory`).
    ///
    /// A damaged cross-reference table and wrong stream lengths are repaired: the table at once or when it misplaces an
    /// object, a stream when it is first read. Irreparable objects are null, and irreparable streams are empty.
    ///
    /// - Parameters:
    ///   - data: the bytes.
    ///   - password: opens an encrypted file.
    ///   - walksPages: whether the page tree is read and repaired at once.
    /// - Throws: `QPDFError` if the file cannot be read.
    package init(data: Data, password: String? = nil, walksPages: Bool = true) throws(QPDFError) {
        bytes = data as NSData
        handle = try Self.read(bytes, password: password, walksPages: walksPages)
    }

    deinit {
        var mine: qpdf_data? = handle
        qpdf_cleanup(&mine)
    }

    /// The damage reported by libqpdf so far.
    private var damage = PDFDamage()

    /// Whether the cross-reference table was rebuilt by searching for objects.
    ///
    /// This may become known only when an object misplaced by the table is read.
    package var wasRepaired: Bool { reportedDamage().hasRebuiltReferences }

    /// Whether any stream read so far declares a wrong length.
    package var hasWrongLengths: Bool { reportedDamage().hasWrongLength }

    /// Returns the damage found so far, which libqpdf reports as warnings.
    func reportedDamage() -> PDFDamage {
        while qpdf_more_warnings(handle) != 0, let warning = qpdf_next_warning(handle) {
            guard qpdf_get_error_code(handle, warning) == qpdf_e_damaged_pdf else { continue }
            damage.note(qpdf_get_error_message_detail(handle, warning).map { String(cString: $0) } ?? "")
        }
        return damage
    }

    /// Whether the file is encrypted, even without a password for opening it.
    package var isEncrypted: Bool { qpdf_is_encrypted(handle) != 0 }

    /// Whether the file's permissions allow filling in forms.
    package var allowsFilling: Bool { qpdf_allow_modify_form(handle) != 0 }

    /// The number of pages.
    ///
    /// The first call walks the page tree.
    package func pageCount() throws(QPDFError) -> Int {
        let count = qpdf_get_num_pages(handle)
        try check()
        return Int(count)
    }

    /// Runs `body`, then undoes its changes so that the parsed file can be reused.
    package func restoring<T, E: Error>(_ body: () throws(E) -> T) throws(E) -> T {
        journal = []
        defer {
            for entry in (journal ?? []).reversed() { entry.object.put(entry.key, entry.old) }
            journal = nil
            restorations += 1
        }
        return try body()
    }

    /// The number of undone sets of changes.
    package private(set) var restorations = 0

    /// The previous entries of changed dictionaries, in order; `nil` outside ``restoring(_:)``.
    private var journal: [(object: PDFObject, key: String, old: PDFObject)]?

    /// Records the entry of a dictionary before a change.
    func note(_ object: PDFObject, _ key: String) {
        journal?.append((object, key, object[key]))
    }

    /// Returns the file as currently changed (`qpdf_init_write_memory`, `qpdf_write`).
    ///
    /// The same input gives the same bytes, except that an encrypted file stays encrypted, with random initialisation
    /// vectors.
    ///
    /// A mark of an earlier file is left out, since it would not be true of this one.
    package func written() throws(QPDFError) -> Data {
        if !trailer[Self.markKey].isNull { trailer.remove(Self.markKey) }
        return try writtenAsIs()
    }

    /// Returns the file as currently changed, with a mark in its trailer.
    package func written(markedBy mark: PDFObject) throws(QPDFError) -> Data {
        trailer.set(Self.markKey, mark)
        return try writtenAsIs()
    }

    /// The trailer's key of a mark.
    package static let markKey = "/FormwrightFill"

    private func writtenAsIs() throws(QPDFError) -> Data {
        _ = qpdf_init_write_memory(handle)
        try check()
        if !isEncrypted { qpdf_set_deterministic_ID(handle, 1) }
        qpdf_set_preserve_encryption(handle, 1)
        return try bytesWritten()
    }

    /// Returns the file as currently changed, encrypted with AES-256.
    ///
    /// See `qpdf_set_r6_encryption_parameters2`. The password grants all permissions.
    ///
    /// - Parameter password: The password for opening the file, not empty.
    /// - Returns: The bytes, with random initialisation vectors.
    /// - Throws: `QPDFError` if the file cannot be written.
    package func written(encryptedWith password: String) throws(QPDFError) -> Data {
        _ = qpdf_init_write_memory(handle)
        try check()
        qpdf_set_r6_encryption_parameters2(
            handle, password, password, 1, 1, 1, 1, 1, 1, qpdf_r3p_full, 1)
        return try bytesWritten()
    }

    private func bytesWritten() throws(QPDFError) -> Data {
        _ = qpdf_write(handle)
        try check()
        guard let buffer = qpdf_get_buffer(handle) else {
            throw QPDFError(code: .system, detail: "nothing was written")
        }
        return Data(bytes: buffer, count: qpdf_get_buffer_length(handle))
    }

    /// Removes a key from the document information dictionary.
    package func removeInformation(_ key: String) {
        let info = trailer["/Info"]
        if info.isDictionary { info.remove(key) }
    }

    package var trailer: PDFObject { PDFObject(self, qpdf_get_trailer(handle)) }
    package var root: PDFObject { PDFObject(self, qpdf_get_root(handle)) }

    /// Returns a page, counted from 0.
    package func page(_ index: Int) throws(QPDFError) -> PDFObject {
        let page = PDFObject(self, qpdf_get_page_n(handle, index))
        try check()
        guard page.isDictionary else {
            throw QPDFError(code: .pages, detail: "page \(index + 1) is not in the page tree")
        }
        return page
    }

    /// Returns a page's decoded and concatenated content streams.
    ///
    /// See `qpdf_oh_get_page_content_data`.
    package func pageContent(of page: PDFObject) throws(QPDFError) -> Data {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        _ = page.with { qpdf_oh_get_page_content_data(handle, $0, &bytes, &count) }
        guard let bytes else {
            try check()
            return Data()
        }
        let content = Data(bytesNoCopy: bytes, count: count, deallocator: .free)
        try check()
        return content
    }

    /// Throws the error of previous calls, if any.
    ///
    /// The object functions of the C interface do not return errors: they return a default and store the error. The
    /// return values of other functions also count warnings, which every repaired file has.
    package func check() throws(QPDFError) {
        if qpdf_has_error(handle) != 0 { throw Self.error(of: handle) }
    }

    private static func read(
        _ bytes: NSData, password: String?, walksPages: Bool
    ) throws(QPDFError) -> qpdf_data {
        guard let handle = qpdf_init() else { throw QPDFError(code: .system, detail: "out of memory") }
        qpdf_silence_errors(handle)
        qpdf_set_suppress_warnings(handle, 1)
        // Recovery is also needed after opening, because libqpdf reads each object on demand.
        qpdf_set_attempt_recovery(handle, 1)
        let start = bytes.bytes.assumingMemoryBound(to: CChar.self)
        _ = qpdf_read_memory(handle, "PDF", start, UInt64(bytes.length), password ?? "")
        if qpdf_has_error(handle) == 0, !walksPages || qpdf_get_num_pages(handle) >= 0 {
            return handle
        }
        let failure = error(of: handle)
        var mine: qpdf_data? = handle
        qpdf_cleanup(&mine)
        throw failure
    }

    private static func error(of handle: qpdf_data) -> QPDFError {
        guard qpdf_has_error(handle) != 0, let error = qpdf_get_error(handle) else {
            return QPDFError(code: .other, detail: "an error without a name")
        }
        let code: QPDFError.Code =
            switch qpdf_get_error_code(handle, error) {
            case qpdf_e_password: .password
            case qpdf_e_damaged_pdf: .damaged
            case qpdf_e_pages: .pages
            case qpdf_e_unsupported: .unsupported
            case qpdf_e_system: .system
            default: .other
            }
        let detail = qpdf_get_error_message_detail(handle, error).map { String(cString: $0) } ?? ""
        return QPDFError(code: code, detail: detail)
    }
}
