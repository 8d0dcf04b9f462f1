import FormImport
import FormModel
import FormDetection

/// A field that the detector found, in the format that the corpus's `score.py` reads.
struct FoundField: Encodable {
    var page: Int
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    var type: FieldType
    var label: String
    var confidence: Double

    init(_ field: Field) {
        (page, type, label, confidence) = (field.page, field.type, field.label, field.confidence)
        (x, y) = (field.region.x, field.region.y)
        (width, height) = (field.region.width, field.region.height)
    }

    static func all(_ pages: [ReadPage], scorer: Scorer) -> [FoundField] {
        OptionNames.qualified(pages.flatMap { Detector.analyse($0, scorer: scorer).fields.fields }).map(FoundField.init)
    }
}
