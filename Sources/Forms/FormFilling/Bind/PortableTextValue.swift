package import FailureModel
package import FormModel
package import Foundation
import PortableText

/// Portable Text as the value of a field.
package enum PortableTextValue {
    /// Converts a document to a field value.
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
            throw Failure(error.reason.code, "The value for \(key.quoted) \(sentence(error)).")
        }
    }

    /// Converts a document in JSON to a field value; see ``value(_:key:)``.
    package static func value(_ json: Data, key: String) throws(Failure) -> FieldValue {
        do throws(PortableTextError) {
            return .formatted(PlainTextRenderer().renderFormatted(try reader.read(json).document))
        } catch {
            throw Failure(error.reason.code, "The value for \(key.quoted) \(sentence(error)).")
        }
    }

    /// Describes an error and its block.
    ///
    /// The text of the document is omitted, since its types and keys are part of the value.
    private static func sentence(_ error: PortableTextError) -> String {
        let what =
            switch error.reason {
            case .invalidJSON: "is not valid JSON"
            case .unsupportedBlockType: "has a block of a type or style that fields do not take"
            case .unsupportedMarkType: "has a mark that fields do not take"
            case .missingRequiredField: "lacks a member of Portable Text, such as _type"
            case .nestedContentTooDeep: "is nested too deeply"
            case .malformedStructure: "is not Portable Text, or exceeds its limits"
            case .rendering: "cannot be written into a field"
            }
        let place = error.indexPath.map { String($0) }.joined(separator: ".")
        return place.isEmpty ? what : "\(what) (block \(place))"
    }

    private static let reader = PortableTextReader(vocabulary: .standard)
}
