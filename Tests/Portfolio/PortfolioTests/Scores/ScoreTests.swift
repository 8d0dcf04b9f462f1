import FailureModel
import Files
import Foundation
import PipelineTestSupport
import Portfolio
import Testing

@Suite struct ScoreTests {
    private func scores(
        _ item: Sample.Item, category: String = "Design", date: String? = nil
    ) -> InputScores {
        Sample.contents([item], category: category, date: date).scores.inputs[0]
    }

    @Test("the final score is the weighted sum, with four places")
    func final() {
        // A photo in Design with two words of the category, 40 days old.
        let scores = scores(
            .file("logo.jpg", Sample.photo(1, 1920, 1280, date: "2025-12-22", keywords: ["Typography"])),
            date: "2026-01-31")
        #expect(scores.features.words == ["logo", "typography"])
        #expect(scores.value(.relevance) == 0.6)  // 2 / 5 + 0.2
        #expect(scores.value(.quality) == 0.7976)  // PictureQualityTests
        #expect(scores.value(.credibility) == 0.3)
        #expect(scores.value(.engagement) == 0.5)  // 0.3 + 0.2
        #expect(scores.features.age == 40)
        #expect(scores.value(.freshness) == 0.8)
        // 0.25 · 0.6 + 0.35 · 0.7976 + 0.10 · 0.3 + 0.20 · 0.5 + 0.10 · 0.8
        // = 0.15 + 0.27916 + 0.03 + 0.1 + 0.08 = 0.63916
        #expect(scores.final == 0.6392)
        #expect(scores.scores.map(\.name) == InputScores.Score.Name.allCases)
        #expect(scores.scores.map(\.weight) == [0.25, 0.35, 0.1, 0.2, 0.1])
        #expect(scores.scores.allSatisfy { $0.reason.hasSuffix(".") })
    }

    @Test("relevance: five words are enough, and some types add to it")
    func relevance() {
        func relevance(_ item: Sample.Item, _ category: String) -> Double {
            scores(item, category: category).value(.relevance)
        }
        #expect(relevance(.text("logo font grid icon poster sketch"), "Design") == 1)
        #expect(relevance(.text("Logo."), "Design") == 0.2)
        #expect(relevance(.file("x.jpg", Sample.photo(1)), "Design") == 0.2)
        #expect(relevance(.file("x.jpg", Sample.photo(1)), "Legal") == 0)
        #expect(relevance(.file("x.mp4", Sample.video()), "Entertainment") == 0.2)
        #expect(relevance(.file("x.pdf", Sample.document(pages: 1)), "Finance") == 0.1)
        #expect(relevance(.link("https://github.com/ada"), "Tech") == 0.2)
        // compiler and swift: 2 / 5 + 0.2
        #expect(relevance(.link("https://github.com/ada/swift-compiler"), "Tech") == 0.6)
        #expect(relevance(.link("https://example.org/ada"), "Tech") == 0)
        #expect(
            relevance(
                .file("x.jpg", Sample.photo(1), description: "logo font grid icon poster"), "Design") == 1)
    }

    @Test("credibility and engagement go by the type and the platform")
    func platforms() {
        func both(_ item: Sample.Item) -> [Double] {
            let scores = scores(item)
            return [scores.value(.credibility), scores.value(.engagement)]
        }
        #expect(both(.link("https://github.com/a")) == [0.5, 0.3])
        #expect(both(.link("https://youtu.be/a")) == [0.5, 0.3])
        #expect(both(.link("https://www.linkedin.com/in/a")) == [0.2, 0.45])
        #expect(both(.link("https://instagram.com/a")) == [0.2, 0.45])
        #expect(both(.link("https://tiktok.com/@a")) == [0.2, 0.45])
        #expect(both(.link("https://example.org")) == [0.2, 0.3])
        #expect(both(.file("a.pdf", Sample.document(pages: 1))) == [0.45, 0.2])
        #expect(both(.file("a.mp4", Sample.video())) == [0.3, 0.55])
        #expect(both(.file("a.jpg", Sample.photo(1))) == [0.3, 0.5])
        #expect(both(.text("x")) == [0.3, 0.2])
    }

    @Test("quality of videos, PDFs, texts and links")
    func quality() {
        func quality(_ item: Sample.Item) -> Double { scores(item).value(.quality) }
        #expect(quality(.text("x")) == 0.5)
        let long = String(repeating: "d", count: 51)
        #expect(quality(.file("a.txt", Sample.text("x"), description: long)) == 0.6)
        #expect(quality(.file("a.txt", Sample.text("x"), description: String(long.dropLast()))) == 0.5)
        #expect(quality(.file("a.mp4", Sample.video(1279, 720, duration: nil))) == 0.5)
        #expect(quality(.file("a.mp4", Sample.video(1280, 720, duration: nil))) == 0.65)
        #expect(quality(.file("a.mp4", Sample.video(720, 1280, duration: 3))) == 0.75)
        #expect(quality(.file("a.mp4", Sample.video(3840, 2160, duration: 3))) == 0.85)
        #expect(quality(.file("a.pdf", Sample.document(pages: 1))) == 0.5)
        #expect(quality(.file("a.pdf", Sample.document(pages: 1, text: "x"))) == 0.65)
        #expect(quality(.file("a.pdf", Sample.document(pages: 2, text: "x"))) == 0.7)
    }

    @Test(
        "freshness falls at 30, 90, 365 and 730 days",
        arguments: [
            ("2026-01-31", 1.0), ("2026-01-02", 1.0),  // 0 and 29 days
            ("2026-01-01", 0.8), ("2025-11-03", 0.8),  // 30 and 89 days
            ("2025-11-02", 0.6), ("2025-02-01", 0.6),  // 90 and 364 days
            ("2025-01-31", 0.4), ("2024-02-02", 0.4),  // 365 and 729 days
            ("2024-02-01", 0.2), ("1999-12-31", 0.2),  // 730 days and more
            ("2026-02-01", 1.0), ("2026-02-30", 0.5), ("yesterday", 0.5),
        ])
    func freshness(_ date: String, _ value: Double) {
        #expect(scores(.file("a.jpg", Sample.photo(1), date: date), date: "2026-01-31").value(.freshness) == value)
    }

    @Test("without a date of the manifest the newest input is the day of reference")
    func reference() {
        let scores = Sample.contents([
            .file("a.jpg", Sample.photo(1, date: "2020-01-01")), .file("b.jpg", Sample.photo(2, date: "2020-03-01")),
            .file("c.jpg", Sample.photo(3)),
        ]).scores
        #expect(scores.referenceDay == "2020-03-01")
        // January has 31 days and February 2020 has 29.
        #expect(scores.inputs.map(\.features.age) == [60, 0, nil])
        #expect(scores.inputs.map { $0.value(.freshness) } == [0.8, 1, 0.5])
    }

    @Test("what the person says about the date counts more than the metadata")
    func givenDate() {
        let scores = scores(
            .file("a.jpg", Sample.photo(1, date: "2026-01-30"), date: "2020-01-01"), date: "2026-01-31")
        #expect(scores.features.date == "2020-01-01")
    }

    @Test("an input that failed has its code and no scores")
    func failed() {
        let scores = scores(.failed("a.jpg", Failure(.unsupportedType, "It is no picture.")))
        #expect(scores.failure == "unsupported_type")
        #expect(scores.scores == [])
        #expect(scores.final == 0)
    }

    @Test("of pictures that look the same the better stays")
    func duplicates() {
        var blurred = Sample.photo(1)
        blurred.picture?.features.sharpness = 10
        // Two bits differ.
        blurred.picture?.differenceHash = "5555555555555556"
        let scores = Sample.contents([
            .file("a.jpg", blurred), .file("b.jpg", Sample.photo(0)), .file("c.jpg", Sample.photo(3)),
        ]).scores.inputs
        #expect(Sample.hash(0) == "5555555555555555")
        #expect(scores[0].duplicateOf == 1)
        #expect(scores[0].similar == [1])
        #expect(scores[1].duplicateOf == nil)
        #expect(scores[1].similar == [0])
        #expect(scores[2].similar == [])
        #expect(scores[0].duplicateReason?.contains("“b.jpg”") == true)
    }

    private func duplicates(_ pictures: [(noise: Double, sharpness: Double, width: Int)]) -> [Int?] {
        Sample.contents(
            pictures.enumerated().map { index, picture in
                var features = Sample.features
                features.noise = picture.noise
                features.sharpness = picture.sharpness
                return .file("\(index).jpg", Sample.photo(1, picture.width, picture.width * 2 / 3, features: features))
            }
        ).scores.inputs.map(\.duplicateOf)
    }

    @Test("of pictures that look the same that with the least noise stays, although noise counts as sharpness")
    func noisyDuplicates() {
        #expect(duplicates([(1_150, 2_200, 3_000), (60, 1_000, 3_000), (400, 1_400, 6_000)]) == [1, nil, 1])
    }

    @Test("of pictures with nearly as much noise the largest stays, and of these the first")
    func largestDuplicate() {
        #expect(duplicates([(100, 1_000, 1_500), (109, 900, 3_000), (105, 1_200, 3_000)]) == [1, nil, 1])
        #expect(duplicates([(100, 1_000, 1_500), (112, 900, 3_000)]) == [nil, 0])
        // Nobody sees so little noise.
        #expect(duplicates([(1, 1_000, 1_500), (9, 1_000, 3_000)]) == [1, nil])
    }

    @Test("a blurred copy does not stay for its lack of noise")
    func blurredDuplicate() {
        #expect(duplicates([(2, 40, 6_000), (60, 1_000, 3_000)]) == [1, nil])
    }

    @Test("what looks the same as a picture that does not stay is kept, unless it looks the same as the one that does")
    func chains() {
        func photo(_ hash: String, _ noise: Double) -> InputAnalysis {
            var photo = Sample.photo(1)
            photo.picture?.differenceHash = hash
            photo.picture?.features.noise = noise
            return photo
        }
        // The middle one differs from both others in five bits, and they in ten.
        let scores = Sample.contents([
            .file("a.jpg", photo("555555555555541f", 200)), .file("b.jpg", photo("5555555555555400", 300)),
            .file("c.jpg", photo("55555555555557e0", 400)),
        ]).scores.inputs
        #expect(scores.map(\.similar) == [[1], [0, 2], [1]])
        #expect(scores.map(\.duplicateOf) == [nil, 0, nil])
    }

    @Test("of equals the first stays, and what was chosen for the cover always does")
    func ties() {
        let photo = Sample.photo(1)
        let equal = Sample.contents([.file("a.jpg", photo), .file("b.jpg", photo)])
        #expect(equal.scores.inputs.map(\.duplicateOf) == [nil, 0])
        let chosen = Sample.contents([.file("a.jpg", photo), .file("b.jpg", photo, isCover: true)])
        #expect(chosen.scores.inputs.map(\.duplicateOf) == [1, nil])
    }

    @Test("hashes that differ in 6 bits are alike, in 7 they are not")
    func distance() {
        #expect(NearDuplicates.distance("0000000000000000", "ffffffffffffffff") == 64)
        #expect(NearDuplicates.distance("00", "ffffffffffffffff") == nil)
        #expect(NearDuplicates.distance("+000000000000000", "ffffffffffffffff") == nil)
        let base = Sample.picture(hash: "5555555555555555")
        // 0x3f has six bits, 0x7f seven.
        #expect(NearDuplicates.areAlike(base, Sample.picture(hash: "555555555555556a")))
        #expect(NearDuplicates.distance("5555555555555555", "555555555555556a") == 6)
        #expect(!NearDuplicates.areAlike(base, Sample.picture(hash: "555555555555552a")))
        #expect(NearDuplicates.distance("5555555555555555", "555555555555552a") == 7)
    }

    @Test("two nearly empty pictures are alike only if they look alike otherwise too")
    func emptyPictures() {
        let white = Sample.picture(hash: "0000000000000000")
        var features = Sample.features
        features.mean += 4
        #expect(NearDuplicates.areAlike(white, Sample.picture(hash: "0000000000000003")))
        #expect(!NearDuplicates.areAlike(white, Sample.picture(features: features, hash: "0000000000000003")))
        #expect(!NearDuplicates.areAlike(white, Sample.picture(2000, 3000, hash: "0000000000000003")))
    }

    @Test("all pictures of a portfolio are scored by one version, which is recorded")
    func version() throws {
        var features = Sample.features
        features.details = PictureDetails(highlights: 200, burnt: 0, white: 0, grain: 0, blocks: 0)
        let new = Sample.photo(1, features: features)
        let scores = Sample.contents([.file("a.jpg", new), .text("x"), .file("v.mp4", Sample.video())]).scores
        #expect(scores.scorer == .second && scores.inputs[0].features.pictureQuality?.noise == 0)
        // A file that was analysed before has no measurements for the second version.
        let contents = Sample.contents([.file("a.jpg", new), .file("b.jpg", Sample.photo(2))])
        #expect(contents.scores.scorer == .first)
        #expect(contents.scores.inputs.allSatisfy { $0.features.pictureQuality?.noise == nil })
        #expect(try contents.arrangement().scorer == .first)
        #expect(String(decoding: try JSONText.compact(scores), as: UTF8.self).contains(#""scorer":2"#))
    }

    @Test("scores without a version are read as they were")
    func withoutVersion() throws {
        var scores = Sample.contents([.file("a.jpg", Sample.photo(1))]).scores
        scores.scorer = nil
        let bytes = try JSONText.compact(scores)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("scorer"))
        #expect(try JSONDecoder().decode(PortfolioScores.self, from: bytes) == scores)
    }

    @Test("scores are the same bytes each time and can be read back")
    func bytes() throws {
        let contents = Sample.contents([
            .file("a.jpg", Sample.photo(1, date: "2026-01-01")), .file("b.pdf", Sample.document(pages: 2, text: "x")),
            .link("https://github.com/a"), .failed("c", Failure(.encrypted, "It has a password.")),
        ])
        let bytes = try JSONText.compact(contents.scores)
        #expect(try JSONText.compact(contents.scores) == bytes)
        #expect(try JSONDecoder().decode(PortfolioScores.self, from: bytes) == contents.scores)
    }
}

extension ErrorCode {
    fileprivate static let encrypted = ErrorCode("encrypted")
}
