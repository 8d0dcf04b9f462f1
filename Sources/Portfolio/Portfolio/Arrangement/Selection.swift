/// The inputs that are shown, and the reasons for leaving out the others.
struct Selection {
    /// The pictures, videos and documents without résumés, in input order.
    private(set) var media: [Int] = []
    /// The texts and résumés in input order.
    private(set) var texts: [Int] = []
    /// The texts shown as figures because they hold nothing else, in input order.
    private(set) var figures: [Int] = []
    /// The links of works in input order.
    private(set) var links: [Int] = []
    /// The links to the person's profiles and own website outside works, in input order.
    private(set) var profiles: [Int] = []
    private(set) var leftOut: [Arrangement.LeftOut] = []

    init(_ arranger: Arranger) {
        let contents = arranger.contents
        let omitted = arranger.names.inputs(named: arranger.edition.omit)
        let duplicates = Self.duplicates(arranger, omitted: omitted)
        let ownWebsite = OwnWebsite(of: contents.manifest)
        for (index, content) in contents.contents.enumerated() {
            // Failed inputs are already listed among the failures.
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
                let isProfile =
                    Self.profilePlatforms.contains(address.platform)
                    || ownWebsite.includes(address, title: contents.title(of: index))
                if contents.manifest.inputs[index].work == nil, isProfile {
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

    /// Returns the better picture for each near-duplicate.
    ///
    /// The person's choice counts as better.
    private static func duplicates(_ arranger: Arranger, omitted: Set<Int>) -> [Int: Int] {
        let manifest = arranger.contents.manifest
        let chosen =
            arranger.edition.cover.map { arranger.names.inputs(named: [$0]) }
            ?? Set(manifest.inputs.indices.filter { manifest.inputs[$0].isCover })
        return arranger.scores.inputs.replacements(arranger.contents, chosen: chosen, omitted: omitted)
    }
}
