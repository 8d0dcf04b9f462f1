import FormImport

import FailureModel
import FormModel
import Foundation

/// Finds the fields that a person signs: signatures, initials, and their dates.
///
/// Captions count as well as types, since AcroForms use text fields where people sign.
struct SigningFields: Sendable {
    private let ids: Set<Field.ID>
    private let signing: SigningWords

    init(_ fields: [Field]) {
        let captions = fields.map { LabelWords.words(of: $0.label) }
        let language = PageLanguage.of(captions.joined())
        let (words, signing) = (LabelWords(language), SigningWords(captions, language))
        let signed = fields.indices.filter { index in
            let field = fields[index]
            return field.type == .signature || Self.takesWriting(field) && signing.occur(in: captions[index])
        }
        let pages = Dictionary(grouping: signed) { fields[$0].page }
        let dates = fields.indices.filter { index in
            let field = fields[index]
            if field.type == .date, signing.occur(in: captions[index]) { return true }
            guard let others = pages[field.page], field.type == .date || Self.takesWriting(field) else { return false }
            return others.contains { Self.areOnOneLine(fields[$0].region, field.region) }
                && Self.asksForDate(field, captions[index], words)
        }
        ids = Set((signed + dates).map { fields[$0].id })
        self.signing = signing
    }

    /// Returns whether a field is for a signature, initials, or the date of a signature.
    func contains(_ field: Field) -> Bool { ids.contains(field.id) }

    /// Returns whether a key is the whole label of a signing field.
    ///
    /// Brackets are optional, unless only they mention signing.
    func isLabel(_ key: String, of field: Field) -> Bool {
        asksInBrackets(field)
            ? LabelText.normalised(key) == LabelText.normalised(field.label) : LabelText.isWhole(key, of: field.label)
    }

    /// Returns whether only bracketed text mentions signing: "Owner (signature)".
    func asksInBrackets(_ field: Field) -> Bool {
        signing.occur(in: LabelWords.words(of: field.label))
            && !signing.occur(in: LabelWords.words(of: LabelText.withoutBrackets(field.label[...])))
    }

    /// Returns whether a field accepts any text.
    private static func takesWriting(_ field: Field) -> Bool {
        [.text, .multiline, .unknown].contains(field.type) && field.options == nil
    }

    private static func asksForDate(_ field: Field, _ caption: [String], _ words: LabelWords) -> Bool {
        if field.type == .date || words.lastDate(in: caption) != nil { return true }
        if !caption.isEmpty, caption.allSatisfy(dateParts.contains) { return true }
        return [field.placeholder, field.label].contains { $0.flatMap(DateStyle.init(hint:)) != nil }
    }

    /// Captions for the parts of a date.
    private static let dateParts: Set<String> = [
        "month", "mo", "mm", "day", "dd", "year", "yr", "yy", "yyyy", "monat", "tag", "jahr", "mois", "jour", "année",
        "mes", "día", "año",
    ]

    /// Returns whether two fields share at least half the height of the lower one.
    private static func areOnOneLine(_ a: Region, _ b: Region) -> Bool {
        let shared = min(a.bottom, b.bottom) - max(a.top, b.top)
        return shared > 0 && shared >= min(a.height, b.height) / 2
    }

    /// Rejects text that names a picture of a signature but would be written as text.
    ///
    /// - Throws: `picture_name`.
    static func refusePictureName(_ text: String, for field: Field) throws(Failure) {
        // Includes remains of JSON at the end, such as of {"image": "signature.png"}.
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines.union(CharacterSet(charactersIn: "\"'”’)]}>")))
            .lowercased()
        guard pictureEndings.contains(where: text.hasSuffix) else { return }
        let advice =
            field.type == .signature
            ? "give the picture as {\"image\": \"FILE.png\"} in a file of values, or a name."
            : "this field takes no picture, only text such as a name."
        throw Failure(
            .pictureName, "The text for \(field.title) ends like the name of a picture file; \(advice)",
            at: .field(field.name))
    }

    private static let pictureEndings = [
        ".png", ".jpg", ".jpeg", ".svg", ".pdf", ".webp", ".gif", ".tif", ".tiff", ".bmp", ".heic", ".heif", ".avif",
    ]
}
