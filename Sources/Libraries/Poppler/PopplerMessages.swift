import CPoppler
import Synchronization

/// The errors that poppler meets in a document.
///
/// Poppler reports them to one function for the whole process, on the thread that reads the page.
package enum PopplerMessages {
    /// Maximum number of messages to keep of one page.
    private static let limit = 64
    /// Maximum length in bytes of a message.
    ///
    /// Parts of it come from the document.
    private static let lengthLimit = 256

    /// The messages of the threads that collect them.
    private static let collected = Mutex<[pthread_t: [String]]>([:])
    private static let isReporting: Void = formwright_poppler_report_errors { _, _, message in
        guard let message else { return }
        let text = String(
            decoding: UnsafeRawBufferPointer(start: message, count: min(strlen(message), lengthLimit)), as: UTF8.self)
        collected.withLock { all in
            guard let known = all[pthread_self()], known.count < limit, !known.contains(text) else { return }
            all[pthread_self()]?.append(text)
        }
    }

    /// Returns the result of reading a page, and poppler's errors.
    ///
    /// The errors are distinct and in the order of their first occurrence.
    ///
    /// - Throws: `fontDataMissing` if poppler lacks the maps of a font's characters, besides the errors of `body`.
    package static func collecting<T>(_ body: () throws(PopplerError) -> T) throws(PopplerError) -> (T, [String]) {
        start()
        let thread = pthread_self()
        collected.withLock { $0[thread] = [] }
        defer { collected.withLock { $0[thread] = nil } }
        let result = try body()
        let messages = collected.withLock { $0[thread] ?? [] }
        if let message = messages.first(where: { $0.contains("Missing language pack") }) {
            throw PopplerError(code: .fontDataMissing, detail: message)
        }
        return (result, messages)
    }

    /// Keeps poppler from printing errors on standard error.
    static func start() { isReporting }
}
