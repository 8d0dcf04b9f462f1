package import FormImport

package import FormModel
package import Tesseract
import LibCrypto
import Foundation

/// The detect stage: finds the fields of a page that has no widgets.
///
/// It keeps no state between pages and can be used from many threads at once.
package struct Detector: Sendable {
    private let recognisers: RecogniserPool

    package init(recognisers: RecogniserPool) {
        self.recognisers = recognisers
    }

    /// Returns the fields of one page in reading order.
    ///
    /// It blocks while it works, so it must not run on Swift's cooperative threads.
    package func fields(of page: PageContent) throws -> PageFields {
        let read = try PageReader(recognisers: recognisers).read(page)
        var found = Self.analyse(read).fields
        found.fields = IntrudingWords(read).noted(in: found.fields)
        if read.isScan { found.words = read.recognised }
        if read.isScan, found.fields.isEmpty { found.reason = EmptyScan(page, read: read).words }
        return found
    }

    /// Returns the printed captions of AcroForm fields on a page, in their order.
    ///
    /// They include the words printed in the fields.
    package static func captions(for fields: [Field], on page: PageContent) -> [PrintedCaption] {
        let captions = captions(for: fields.map { ($0.region, $0.type, $0.group?.name) }, on: page)
        let noted = IntrudingWords(page.words, besides: fields).noted(in: fields)
        return zip(captions, noted).map { caption, field in
            var caption = caption
            caption.wordsInside = field.printedWords
            return caption
        }
    }

    /// Returns the captions of known fields, such as the widgets of an AcroForm.
    ///
    /// There is one for each place, in the same order. Boxes that answer one question have equal values of `group`.
    /// Only `words` are read; OCR is not used.
    package static func captions(
        for places: [(region: Region, type: FieldType, group: String?)], on page: PageContent
    ) -> [PrintedCaption] {
        let marks = PageMarks(
            image: page.image, scale: page.scale, size: page.size, words: page.words, fromOCR: false)
        let cells = CellFinder(marks)
        let fields = places.map {
            PlacedField(
                region: $0.region, kind: $0.type == .checkbox ? .box : $0.type == .multiline ? .block : .line)
        }
        let around = TextNeighbourhood(marks)
        let candidates = places.map { cells.candidate(around: $0.region, isBox: $0.type == .checkbox) }
        let labeller = Labeller(around, fields: fields)
        let labels = candidates.map { labeller.label(of: $0).text }
        let questions = questions(of: places, labels: labels, finder: GroupFinder(around: around, fields: fields))
        let headings = HeadingFinder(
            around, fields: fields, captions: labels + questions.values, isFirstPage: page.page == 0
        ).headings()
        let sections = Sections.of(places.map(\.region), under: headings)
        let names = PrintedNameFinder(around, fields: fields)
        return places.indices.map {
            PrintedCaption(
                label: labels[$0], question: questions[$0] ?? "", section: sections[$0],
                names: names.names(of: candidates[$0]))
        }
    }

    /// Returns the printed questions of boxes, by index.
    ///
    /// The boxes are in known groups, or printed like a group.
    private static func questions(
        of places: [(region: Region, type: FieldType, group: String?)], labels: [String], finder: GroupFinder
    ) -> [Int: String] {
        var questions: [Int: String] = [:]
        for members in Dictionary(grouping: places.indices.filter { places[$0].group != nil }, by: { places[$0].group })
            .values
        {
            let question = finder.question(of: members.map { places[$0].region })
            for index in members { questions[index] = question }
        }
        let single = places.indices.filter { places[$0].type == .checkbox && places[$0].group == nil }
        for group in finder.groups(of: single.map { places[$0].region }, options: single.map { labels[$0] }) {
            for member in group.members { questions[single[member]] = group.question }
        }
        return questions
    }

    /// Analyses a page with recognised text, for detection or for training the scorer.
    ///
    /// `scorer` is a different one when models are compared, and nil when candidates are collected for training, before
    /// there is a model for their features.
    package static func analyse(_ read: ReadPage, scorer: Scorer? = .trained) -> Analysis {
        let marks = PageMarks(
            image: read.image, scale: read.scale, size: read.size, words: read.words, fromOCR: read.isScan)
        let page = MarkedPage(marks)
        var candidates = CandidateSearch.candidates(on: page)
        scorer?.score(&candidates)
        let words = LabelWords(PageLanguage.of(page.around.phrases.lazy.flatMap(\.tokens).map(\.text)))
        let chosen = SeparatedDates(words: words).joined(
            NonMaximumSuppression.choose(candidates), among: candidates)
        let fields = FieldBuilder(page.around, read: read, scorer: scorer, words: words, marks: marks).build(chosen)
        return Analysis(
            fields: PageFields(page: read.page, skew: read.skew, fields: fields),
            candidates: candidates.map {
                Analysis.Candidate(
                    region: read.displayed($0.region), upright: $0.region, kind: $0.kind.rawValue,
                    grid: $0.grid.map { [$0.grid, $0.row, $0.column] } ?? [], caption: $0.caption.text,
                    captionDistance: $0.caption.distance, floor: $0.floor, features: $0.features,
                    words: $0.words.byPlace, score: $0.score)
            })
    }

    /// The names of a candidate's features.
    package static var featureNames: [String] { Feature.allCases.map { "\($0)" } }

    /// The fields found on a page, and all candidates considered.
    package struct Analysis {
        package var fields: PageFields
        package var candidates: [Candidate]

        package struct Candidate {
            /// The region on the displayed page.
            package var region: Region
            /// The region on the straightened page.
            package var upright: Region
            package var kind: Int
            /// The numbers of its grid on the page, row and column, or none.
            package var grid: [Int]
            /// The caption that it would have as a field, or an empty text.
            package var caption: String
            /// The distance from the caption in points.
            package var captionDistance: Double
            /// The y position of the rule below it on the straightened page, in points.
            package var floor: Double
            package var features: [Double]
            /// The words at each of `NearbyWords.Place`.
            package var words: [[String]]
            package var score: Double
        }
    }
}
