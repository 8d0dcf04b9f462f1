import Foundation
import Portfolio

/// The folders of which books are planned for the tests of their layout.
enum SampleFolders {
    private static let landscape = (3_000, 2_000)
    private static let portrait = (2_000, 3_000)
    private static let panorama = (6_000, 1_400)

    /// Sizes of pictures that a fixed rule mixes.
    private static func mixed(_ count: Int, seed: Int = 1) -> [(Int, Int)] {
        let sizes = [
            landscape, portrait, (2_000, 2_000), (1_600, 2_000), (3_200, 1_800), landscape, panorama, portrait,
        ]
        return (0..<count).map { sizes[($0 * 5 + $0 / 3 + seed * 3) % sizes.count] }
    }

    /// Folders like those in which real portfolios left pages nearly empty.
    static let hard: [(name: String, portfolio: SamplePortfolio)] = {
        var all: [(String, SamplePortfolio)] = []
        func add(_ name: String, _ fill: (inout SamplePortfolio) -> Void) {
            var portfolio = SamplePortfolio()
            fill(&portfolio)
            portfolio.block(.action, .contact)
            all.append((name, portfolio))
        }
        let caption = "The pass, looking south towards the valley, on the last evening of the year"
        let long = Array(repeating: caption, count: 5).joined(separator: ". ")
        func words(_ count: Int) -> String {
            Array(repeating: SamplePortfolio.paragraph, count: count).joined(separator: "\n\n")
        }
        for count in [5, 7, 9] {
            add("\(count) portraits with one long caption") {
                $0.gallery("Faces", Array(repeating: portrait, count: count), captions: [2: long])
                $0.gallery("More", mixed(6), captions: [0: caption, 1: caption])
            }
        }
        add("projects of few words") { portfolio in
            for work in 1...9 { portfolio.text(.work, words(1 + work % 3), work: "Project \(work)") }
        }
        add("projects with a screenshot") { portfolio in
            for work in 1...7 {
                portfolio.gallery("Project \(work)", [work % 2 == 0 ? (1_440, 900) : (390, 844)])
                portfolio.text(.work, words(work), work: "Project \(work)")
            }
        }
        add("small pictures") { portfolio in
            for work in 1...6 {
                portfolio.gallery("Icon \(work)", [(256 * (1 + work % 2), 256)])
                portfolio.text(.work, words(1), work: "Icon \(work)")
            }
        }
        add("words and pictures by turns") { portfolio in
            for work in 1...8 {
                if work % 2 == 0 {
                    portfolio.gallery("Work \(work)", mixed(work, seed: work), captions: [0: long])
                } else {
                    portfolio.text(.work, words(1), work: "Work \(work)")
                }
            }
        }
        return all
    }()

    /// Twenty-one folders by name.
    static let all: [(name: String, portfolio: SamplePortfolio)] = {
        var all: [(String, SamplePortfolio)] = []
        func add(_ name: String, _ fill: (inout SamplePortfolio) -> Void) {
            var portfolio = SamplePortfolio()
            fill(&portfolio)
            portfolio.block(.action, .contact)
            all.append((name, portfolio))
        }
        func repeated(_ size: (Int, Int), _ count: Int) -> [(Int, Int)] { Array(repeating: size, count: count) }
        add("one picture") { $0.gallery("One", [landscape]) }
        add("one portrait") { $0.gallery("One", [portrait]) }
        add("two pictures") { $0.gallery("Two", [landscape, portrait]) }
        add("three pictures in three works") { for name in ["A", "B", "C"] { $0.gallery(name, [landscape]) } }
        add("portraits only") {
            for count in [1, 5, 12] { $0.gallery("Portraits \(count)", repeated(portrait, count)) }
        }
        add("panoramas only") {
            for count in [1, 2, 7] { $0.gallery("Panoramas \(count)", repeated(panorama, count)) }
        }
        add("very wide panoramas") { $0.gallery("Wide", repeated((9_000, 900), 3)) }
        add("squares only") { $0.gallery("Squares", repeated((2_000, 2_000), 23)) }
        add("text only") { portfolio in
            portfolio.text(.credibility, SamplePortfolio.paragraph, role: .bio)
            for length in [1, 4, 30] {
                let text = Array(repeating: SamplePortfolio.paragraph, count: length).joined(separator: "\n\n")
                portfolio.text(.work, text, work: "Text \(length)")
            }
        }
        add("one video") { portfolio in
            let video = portfolio.file(
                InputAnalysis(
                    type: .video, mediaType: "video/mp4", picture: SamplePortfolio.facts(1_920, 1_080),
                    video: VideoFacts(width: 1_920, height: 1_080, duration: 83.4),
                    renditions: [
                        Rendition(
                            name: "high.jpg", quality: .high, mediaType: "image/jpeg", width: 1_920, height: 1_080,
                            byteCount: 1)
                    ]), nil)
            portfolio.block(.work, .media(SamplePortfolio.media(video, isVideo: true)), title: "Film", work: "Film")
        }
        for count in [4, 9, 17, 60, 300] {
            add("\(count) mixed pictures") { $0.gallery("All", mixed(count), best: count / 2) }
        }
        add("many works") { portfolio in
            for work in 1...14 { portfolio.gallery("Work \(work)", mixed(work, seed: work), best: work > 4 ? 2 : nil) }
        }
        add("captions everywhere") { portfolio in
            let caption = "The pass, looking south towards the valley, on the last evening of the year"
            portfolio.gallery(
                "Said", mixed(20), captions: Dictionary(uniqueKeysWithValues: (0..<20).map { ($0, caption) }))
            portfolio.gallery(
                "Long", mixed(5), captions: [2: Array(repeating: caption, count: 9).joined(separator: " ")])
        }
        add("works with texts") { portfolio in
            for work in 1...5 {
                portfolio.gallery("Work \(work)", mixed(work * 2, seed: work))
                let text = Array(repeating: SamplePortfolio.paragraph, count: work * work).joined(separator: "\n\n")
                portfolio.text(.work, text, work: "Work \(work)")
            }
        }
        add("loose pictures") { portfolio in
            for size in mixed(9) {
                let input = portfolio.picture(size.0, size.1)
                portfolio.block(.work, .media(SamplePortfolio.media(input)), title: "Picture \(input)")
            }
        }
        add("wallpapers") { portfolio in
            portfolio.gallery("Shapes", repeated((2_000, 2_000), 14), best: 5, second: 4)
            portfolio.gallery("Places", mixed(41), best: 8)
            portfolio.gallery("Desktops", repeated((2_560, 1_600), 7), best: 2)
            portfolio.gallery("Nature", repeated(landscape, 12))
            portfolio.gallery("Abstract", repeated((1_920, 1_080), 2))
            portfolio.text(.work, SamplePortfolio.paragraph, header: "Notes", work: "Abstract")
        }
        add("everything") { portfolio in
            portfolio.cover = portfolio.picture(3_000, 2_000)
            portfolio.text(.hook, SamplePortfolio.paragraph, header: "Hello", role: .intro)
            portfolio.block(
                .hook,
                .metrics([
                    PortfolioMetric(label: "Retention", value: "98", unit: "%"),
                    PortfolioMetric(label: "Clients", value: "40"),
                ]))
            portfolio.text(
                .credibility, Array(repeating: SamplePortfolio.paragraph, count: 9).joined(separator: "\n\n"))
            portfolio.text(.credibility, "“The best.”\n\nMary Somerville", role: .testimonial)
            for name in ["github", "linkedin", "website", "x"] {
                portfolio.link("https://example.org/\(name)?a=b", platform: name, title: name, description: "About it.")
            }
            portfolio.gallery("First", mixed(11), captions: [1: "A caption"], best: 4)
            portfolio.text(.work, SamplePortfolio.paragraph, work: "First")
            portfolio.gallery("Second", [portrait])
            portfolio.text(.process, SamplePortfolio.paragraph, role: .method)
        }
        return all
    }()
}
