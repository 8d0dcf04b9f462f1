import FormModel
import FormDetection

/// Everything that the detector considers on the pages of one PDF.
struct Trace: Encodable {
    struct Candidate: Encodable {
        var page: Int
        var x: Double
        var y: Double
        var width: Double
        var height: Double
        var upright: Region
        var kind: Int
        var grid: [Int]
        var caption: String
        var captionDistance: Double
        var floor: Double
        var features: [Double]
        var words: [[String]]
    }

    var pages: Int
    var featureNames: [String]
    var candidates: [Candidate]

    init(_ pages: [ReadPage]) {
        self.pages = pages.count
        featureNames = Detector.featureNames
        candidates = pages.flatMap { page in
            Detector.analyse(page, scorer: nil).candidates.map {
                Candidate(
                    page: page.page, x: $0.region.x, y: $0.region.y, width: $0.region.width, height: $0.region.height,
                    upright: $0.upright, kind: $0.kind, grid: $0.grid, caption: $0.caption,
                    captionDistance: $0.captionDistance, floor: $0.floor,
                    features: $0.features, words: $0.words)
            }
        }
    }
}
