/// What of a portfolio is shown, and why the rest is not.
struct Selection {
    /// The pictures, videos and documents that are shown, in input order; no résumés.
    private(set) var media: [Int] = []
    /// The texts and résumés that are shown, in input order.
    private(set) var texts: [Int] = []
    /// The texts that consist of figures alone and are shown as these, in input order.
    private(set) var figures: [Int] = []
    /// The links of works, in input order.
    private(set) var links: [Int] = []
    /// The links to platforms where people are known, which belong to no work, in input order.
    private(set) var profiles: [Int] = []
    private(set) var leftOut: [Arrangement.LeftOut] = []

    init(_ arranger: Arranger) {
        let contents = arranger.contents
        let omitted = arranger.names.inputs(named: arranger.edition.omit)
        let duplicates = Self.duplicates(arranger, omitted: omitted)
        for (index, content) in contents.contents.enumerated() {
            // What failed is named among the failures already.
            if contents.failure(of: index) != nil { continue }
            if omitted.contains(index) {
                leftOut.append(.init(input: index, reason: "omitted"))
                continue
            }
            if let better = duplicates[index] {
                leftOut.append(.init(input: index, reason: "near_duplicate", of: better))
                continue
            }
            switch content {
            case .failed: break
            case .link(let address):
                if contents.manifest.inputs[index].work == nil, Self.profilePlatforms.contains(address.platform) {
                    profiles.append(index)
                } else {
                    links.append(index)
                }
            case .text: addText(index, arranger)
            case .file(let analysis):
                switch analysis.type {
                case .text: addText(index, arranger)
                case .document where arranger.scores.inputs[index].role == .resume: texts.append(index)
                case .picture, .video, .document:
                    if analysis.renditions.isEmpty {
                        leftOut.append(.init(input: index, reason: "nothing_to_show"))
                    } else {
                        media.append(index)
                    }
                }
            }
        }
    }

    private mutating func addText(_ index: Int, _ arranger: Arranger) {
        let contents = arranger.contents
        if contents.text(of: index)?.nonEmpty == nil {
            leftOut.append(.init(input: index, reason: "empty_text"))
        } else if contents.manifest.metrics.isEmpty, arranger.isSourceOfMetrics(index),
            MetricLines.areAllLines(of: contents.text(of: index) ?? "")
        {
            figures.append(index)
        } else {
            texts.append(index)
        }
    }

    private static let profilePlatforms: Set<String> = ["github", "linkedin", "instagram", "twitter", "tiktok"]

    /// The pictures that look like a better one that is shown: of several, what the person chose is the better.
    private static func duplicates(_ arranger: Arranger, omitted: Set<Int>) -> [Int: Int] {
        let manifest = arranger.contents.manifest
        let chosen =
            arranger.edition.cover.map { arranger.names.inputs(named: [$0]) }
            ?? Set(manifest.inputs.indices.filter { manifest.inputs[$0].isCover })
        return arranger.scores.inputs.replacements(arranger.contents, chosen: chosen, omitted: omitted)
    }
}
