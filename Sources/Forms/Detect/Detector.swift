package import FormModel
package import Tesseract
import Crypto
import Foundation

/// The detect stage: finds the fields of a page that has no widgets.
///
/// Holds nothing of a page; may be used from many threads at once.
package struct Detector: Sendable {
    private let recognisers: RecogniserPool

    package init(recognisers: RecogniserPool) {
        self.recognisers = recognisers
    }

    /// The fields of one page in reading order. Blocks while it works: keep it off Swift's cooperative threads.
    package func fields(of page: PageContent) throws -> PageFields {
        let read = try PageReader(recognisers: recognisers).read(page)
        return Self.analyse(read).fields
    }

    /// The captions of places that are known to be fields, such as the widgets of an AcroForm, one for each in their
    /// order; empty where there is none. Reads the text layer alone, nothing is recognised.
    package static func captions(
        for places: [(region: Region, type: FieldType)], on page: PageContent
    ) -> [String] {
        let marks = PageMarks(
            image: page.image, scale: page.scale, size: page.size, words: page.words, fromOCR: false)
        let spaces = WritingSpaces(marks)
        let labeller = Labeller(Surroundings(marks), fields: places.map(\.region))
        return places.map {
            labeller.label(of: spaces.candidate(around: $0.region, isBox: $0.type == .checkbox)).text
        }
    }

    /// Everything after reading: for the detector itself, and for training its scorer.
    ///
    /// - Parameter scorer: another one when models are compared; none when candidates are gathered for training, before
    ///   there is a model for their features.
    package static func analyse(_ read: ReadPage, scorer: Scorer? = .trained) -> Analysis {
        let marks = PageMarks(
            image: read.image, scale: read.scale, size: read.size, words: read.words, fromOCR: read.isScan)
        let finder = CandidateFinder(marks)
        var candidates = finder.find()
        scorer?.score(&candidates)
        let chosen = Decider.choose(candidates, threshold: 0.4)
        let fields = FieldBuilder(finder.around, read: read, scorer: scorer).build(chosen)
        return Analysis(
            fields: PageFields(page: read.page, skew: read.skew, fields: fields),
            candidates: candidates.map {
                Analysis.Candidate(
                    region: read.displayed($0.region), upright: $0.region, kind: $0.kind.rawValue,
                    features: $0.features,
                    score: $0.score)
            })
    }

    /// What the numbers that describe a candidate are called.
    package static var featureNames: [String] { FeatureExtractor.names }

    /// What was considered on a page besides what was found.
    package struct Analysis {
        package var fields: PageFields
        package var candidates: [Candidate]

        package struct Candidate {
            /// On the page as displayed.
            package var region: Region
            /// On the page made upright.
            package var upright: Region
            package var kind: Int
            package var features: [Double]
            package var score: Double
        }
    }
}

/// What the detector found on one page.
package struct PageFields: Sendable, Hashable {
    /// From 0.
    package var page: Int
    /// Degrees clockwise by which the page's content is turned (scans); regions are in the page as displayed.
    package var skew: Double
    package var fields: [Field]

    package init(page: Int, skew: Double, fields: [Field]) {
        self.page = page
        self.skew = skew
        self.fields = fields
    }
}
