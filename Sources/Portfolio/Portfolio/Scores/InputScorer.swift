import Foundation
import Values

/// Computes the five scores of a usable input.
struct InputScorer {
    let contents: PortfolioContents
    let index: Int
    let weights: CategoryWeights
    let words: CategoryWords
    let referenceDay: CalendarDay?
    let version: PictureQuality.Version

    private typealias Judgement = (value: Double, reason: String)

    private var input: PortfolioManifest.Input { contents.manifest.inputs[index] }
    private var analysis: InputAnalysis? { contents.analysis(of: index) }
    private var category: PortfolioCategory? { PortfolioCategory(contents.manifest.category) }

    var scores: InputScores {
        let type = contents.type(of: index) ?? .text
        let features = features(of: type)
        let judgements: [(InputScores.Score.Name, Double, Judgement)] = [
            (.relevance, weights.relevance, relevance(type, features)),
            (.quality, weights.quality, quality(type, features)),
            (.credibility, weights.credibility, credibility(type, features)),
            (.engagement, weights.engagement, engagement(type, features)),
            (.freshness, weights.freshness, freshness(features)),
        ]
        let finding = role(type, features)
        return InputScores(
            input: index, type: type, features: features,
            scores: judgements.map { name, weight, judgement in
                .init(
                    name: name, value: judgement.value.clamped.rounded(toPlaces: 4), weight: weight,
                    reason: judgement.reason)
            }, role: finding?.role, roleReason: finding?.reason)
    }

    // MARK: - Features

    private func features(of type: ContentType) -> InputFeatures {
        var features = InputFeatures()
        features.words = words.found(in: texts)
        if case .link(let address) = contents.contents[index] { features.platform = address.platform }
        let day = contents.day(of: index)
        features.date = day?.description
        if let day, let referenceDay { features.age = referenceDay.days(since: day) }
        let description = input.description?.nonEmpty ?? input.caption?.nonEmpty ?? analysis?.caption?.nonEmpty
        features.descriptionLength = description?.asText.count
        guard let analysis else { return features }
        switch type {
        case .picture:
            features.width = analysis.picture?.width
            features.height = analysis.picture?.height
            features.picture = analysis.picture?.features
            features.pictureQuality = analysis.picture.map { PictureQuality($0, version: version) }
            features.differenceHash = analysis.picture?.differenceHash
        case .video:
            features.width = analysis.video?.width
            features.height = analysis.video?.height
            features.duration = analysis.video?.duration
        case .document:
            features.pages = analysis.pages
            features.hasText = analysis.text?.nonEmpty != nil
            features.resumeHeadings = TextRoles.resumeHeadings(in: analysis.text ?? "")
        case .text:
            let headings = TextRoles.resumeHeadings(in: text)
            if !headings.isEmpty { features.resumeHeadings = headings }
        case .link: break
        }
        return features
    }

    /// The title and the text of a text, in which headings are lines.
    private var text: String {
        [contents.title(of: index), contents.text(of: index)].compactMap(\.self).joined(separator: "\n")
    }

    /// All texts to search for words of the category.
    private var texts: [String] {
        let work = contents.manifest.works.first { $0.folder == input.work }?.title
        var texts = [input.title, input.description, input.caption, input.altText, input.name, work].compactMap(\.self)
        switch contents.contents[index] {
        case .link(let address): texts.append(address.text)
        case .text(let text): texts.append(text)
        case .file(let analysis):
            texts += [analysis.title, analysis.caption, analysis.altText, analysis.text].compactMap(\.self)
            texts += analysis.keywords
        case .failed: break
        }
        return texts
    }

    // MARK: - Scores

    private func relevance(_ type: ContentType, _ features: InputFeatures) -> Judgement {
        let count = features.words.count
        var value = min(1, Double(count) / 5)
        var reasons = [count == 1 ? "It has 1 word of the category" : "It has \(count) words of the category"]
        switch (category, type) {
        case (.tech, .link) where features.platform == "github":
            value += 0.2
            reasons.append("GitHub adds 0.2 in Tech")
        case (.entertainment, .video):
            value += 0.2
            reasons.append("a video adds 0.2 in Entertainment")
        case (.design, .picture):
            value += 0.2
            reasons.append("a picture adds 0.2 in Design")
        case (.finance, .document):
            value += 0.1
            reasons.append("a PDF adds 0.1 in Finance")
        default: break
        }
        return (min(1, value), Self.sentence(reasons))
    }

    private func quality(_ type: ContentType, _ features: InputFeatures) -> Judgement {
        if let quality = features.pictureQuality {
            let kind =
                switch quality.pictureClass {
                case .photo: "photo"
                case .blackAndWhite: "black and white photo"
                case .graphic: "graphic"
                }
            var terms = ["sharpness \(quality.sharpness)", "resolution \(quality.resolution)"]
            if quality.pictureClass != .graphic { terms.append("exposure \(quality.exposure)") }
            terms.append("contrast \(quality.contrast)")
            if quality.pictureClass == .photo { terms.append("colour \(quality.colorfulness)") }
            if let noise = quality.noise, noise > 0 { terms.append("noise takes \(noise) of it") }
            if let blocks = quality.blocks, blocks > 0 { terms.append("blocks of JPEG take \(blocks)") }
            return (quality.score, "Measured as a \(kind): \(terms.joined(separator: ", ")).")
        }
        var value = 0.5
        var reasons = ["It starts at 0.5"]
        func add(_ amount: Double, if condition: Bool, _ reason: String) {
            guard condition else { return }
            value += amount
            reasons.append("\(reason) adds \(amount)")
        }
        add(0.1, if: features.descriptionLength ?? 0 > 50, "a description of over 50 characters")
        if type == .video, let width = features.width, let height = features.height {
            let (long, short) = (max(width, height), min(width, height))
            add(0.15, if: long >= 1280 && short >= 720, "a size of at least 1280 × 720")
            add(0.1, if: long >= 3840 && short >= 2160, "a size of at least 3840 × 2160")
            add(0.1, if: features.duration != nil, "a known length")
        }
        if type == .document {
            add(0.15, if: features.hasText == true, "a PDF with text")
            add(0.05, if: features.pages ?? 1 > 1, "more than one page")
        }
        return (value, Self.sentence(reasons))
    }

    private func credibility(_ type: ContentType, _ features: InputFeatures) -> Judgement {
        switch (type, features.platform) {
        case (.link, "github"): (0.5, "It starts at 0.3; GitHub adds 0.2.")
        case (.link, "youtube"): (0.5, "It starts at 0.3; YouTube adds 0.2.")
        case (.link, _): (0.2, "It starts at 0.3; a link that is neither GitHub nor YouTube takes 0.1.")
        case (.document, _): (0.45, "It starts at 0.3; a PDF adds 0.15.")
        default: (0.3, "It starts at 0.3.")
        }
    }

    private func engagement(_ type: ContentType, _ features: InputFeatures) -> Judgement {
        switch (type, features.platform) {
        case (.video, _): (0.55, "It starts at 0.3; a video adds 0.25.")
        case (.picture, _): (0.5, "It starts at 0.3; a picture adds 0.2.")
        case (.link, "instagram"), (.link, "tiktok"), (.link, "linkedin"):
            (0.45, "It starts at 0.3; Instagram, TikTok or LinkedIn adds 0.15.")
        case (.text, _): (0.2, "It starts at 0.3; a text takes 0.1.")
        case (.document, _): (0.2, "It starts at 0.3; a PDF takes 0.1.")
        default: (0.3, "It starts at 0.3.")
        }
    }

    private func freshness(_ features: InputFeatures) -> Judgement {
        guard let age = features.age else { return (0.5, "It has no date.") }
        let value =
            switch age {
            case ..<30: 1.0
            case ..<90: 0.8
            case ..<365: 0.6
            case ..<730: 0.4
            default: 0.2
            }
        if age < 0 { return (value, "It is newer than the day of reference.") }
        return (value, age == 1 ? "It is 1 day old." : "It is \(age) days old.")
    }

    // MARK: - Role

    private func role(_ type: ContentType, _ features: InputFeatures) -> TextRoles.Finding? {
        switch type {
        case .document:
            return resume(features, "PDF")
        case .text:
            if input.work != nil { return .init(role: .general, reason: "It belongs to a work.") }
            if let resume = resume(features, "text") { return resume }
            let stem = input.name.map { (($0 as NSString).lastPathComponent as NSString).deletingPathExtension }
            let title = [contents.title(of: index), stem].compactMap(\.self).joined(separator: " ")
            return TextRoles.role(
                ofText: contents.text(of: index) ?? "", title: title, language: contents.manifest.language)
        case .picture, .video, .link: return nil
        }
    }

    private func resume(_ features: InputFeatures, _ noun: String) -> TextRoles.Finding? {
        let count = features.resumeHeadings?.count ?? 0
        guard count >= TextRoles.resumeHeadingCount else { return nil }
        return .init(role: .resume, reason: "The \(noun) has \(count) headings of a résumé.")
    }

    private static func sentence(_ parts: [String]) -> String { parts.joined(separator: "; ") + "." }
}
