package import FailureModel
package import FormModel
package import Foundation
package import PortableText

/// Portable Text as the value of a field.
package enum PortableTextValue {
    /// Returns the value of a document.
    ///
    /// - Parameters:
    ///   - json: an object with `blocks`.
    ///   - key: the key of the value, for messages.
    /// - Returns: formatted text.
    /// - Throws: the first mistake in the document, under the codes of Portable Text.
    package static func value(_ json: JSONValue, key: String) throws(Failure) -> FieldValue {
        do throws(PortableTextError) {
            return .formatted(PlainTextRenderer().renderFormatted(try reader.read(json).document))
        } catch {
            throw Failure(error.reason.code, "The value for \(key.quoted): \(error)")
        }
    }

    /// Returns the value of a document, as bytes of JSON; see ``value(_:key:)``.
    package static func value(_ json: Data, key: String) throws(Failure) -> FieldValue {
        do throws(PortableTextError) {
            return .formatted(PlainTextRenderer().renderFormatted(try reader.read(json).document))
        } catch {
            throw Failure(error.reason.code, "The value for \(key.quoted): \(error)")
        }
    }

    private static let reader = PortableTextReader(vocabulary: .standard)
}
