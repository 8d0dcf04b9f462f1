import CPoppler
import Foundation
import Synchronization

/// The errors that poppler meets in a document.
///
/// Poppler logs them by GLib, in the domain "Poppler", on the thread that reads the page.
package enum PopplerMessages {
    /// Maximum number of messages to keep of one page.
    private static let limit = 64
    /// Maximum length in bytes of a message.
    ///
    /// Parts of it come from the document.
    private static let lengthLimit = 256

    /// The messages of the threads that collect them.
    private static let collected = Mutex<[pthread_t: [String]]>([:])
    /// The handler's number, once it is set (`g_log_set_handler`).
    private static let handler = g_log_set_handler(
        "Poppler", G_LOG_LEVEL_MASK, { _, _, message, _ in if let message { PopplerMessages.add(message) } }, nil)

    private static func add(_ message: UnsafePointer<CChar>) {
        let bytes = UnsafeRawBufferPointer(start: message, count: min(strlen(message), lengthLimit))
        // "Syntax error at position 327: No font in show": places in the file are of no use to a person.
        let text = String(decoding: bytes, as: UTF8.self).replacing(#/^[A-Za-z ]+ at position -?\d+: /#, with: "")
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
        _ = handler
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
}
