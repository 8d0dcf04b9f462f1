/// The heading of a table of contents in the language of the document.
package enum ContentsTitle {
    /// The headings by language, as an ISO 639-1 code.
    private static let titles = [
        "ar": "المحتويات", "bg": "Съдържание", "ca": "Índex", "cs": "Obsah", "da": "Indhold", "de": "Inhalt",
        "el": "Περιεχόμενα", "en": "Contents", "es": "Índice", "et": "Sisukord", "eu": "Aurkibidea", "fa": "فهرست",
        "fi": "Sisällys", "fr": "Table des matières", "ga": "Clár", "gl": "Índice", "he": "תוכן העניינים",
        "hr": "Sadržaj", "hu": "Tartalom", "id": "Daftar isi", "is": "Efnisyfirlit", "it": "Indice", "ja": "目次",
        "ko": "목차", "lt": "Turinys", "lv": "Saturs", "mt": "Werrej", "nb": "Innhold", "nl": "Inhoud",
        "nn": "Innhald", "no": "Innhold", "pl": "Spis treści", "pt": "Índice", "ro": "Cuprins", "ru": "Содержание",
        "sk": "Obsah", "sl": "Kazalo", "sr": "Садржај", "sv": "Innehåll", "tr": "İçindekiler", "uk": "Зміст",
        "vi": "Mục lục", "zh": "目录",
    ]

    /// Returns the heading in a language, or nil if the language is unknown.
    ///
    /// - Parameter language: a BCP 47 tag; its first part decides.
    /// - Returns: the heading.
    package static func title(in language: String?) -> String? {
        language?.split(separator: "-").first.flatMap { titles[$0.lowercased()] }
    }
}
