package import FailureModel

/// Assigns each input to a section and a position.
///
/// Only given and measured values are used, so the same input gives the same arrangement on any day.
package struct Arranger: Sendable {
    let contents: PortfolioContents
    let scores: PortfolioScores
    let edition: PortfolioEdition
    let names: InputNames
    /// The missing files of captions, keyed by the inputs of the captions.
    private let missingFiles: [Int: String]
    let category: PortfolioCategory?

    private init(_ contents: PortfolioContents, _ scores: PortfolioScores, _ edition: PortfolioEdition) {
        self.contents = contents
        self.scores = scores
        self.edition = edition
        names = InputNames(contents.manifest)
        missingFiles = Dictionary(
            uniqueKeysWithValues: contents.manifest.captionsWithoutFile.map { ($0.input, $0.file) })
        category = PortfolioCategory(contents.manifest.category)
    }

    /// Returns the arrangement of a portfolio.
    ///
    /// - Parameters:
    /// - contents: The manifest with the results of its parts.
    ///   - scores: Their scores.
    ///   - edition: Changes that a person wants. Unknown names in it have no effect; see ``EditionCheck``. Without it,
    ///     the manifest's edition applies.
    /// - Returns: The arrangement.
    /// - Throws: `no_content` if no input can be used.
    package static func arrangement(
        of contents: PortfolioContents, scores: PortfolioScores, edition: PortfolioEdition? = nil
    ) throws(Failure) -> Arrangement {
        try contents.checkIsUsable()
        let edition = edition ?? contents.manifest.edition ?? PortfolioEdition()
        return Arranger(contents, scores, edition).arrangement
    }

    private var arrangement: Arrangement {
        let selection = Selection(self)
        let hook = HookArranger(arranger: self, selection: selection)
        var sections = [
            ArrangedSection(.hook, hook.blocks),
            ArrangedSection(.credibility, credibility(selection, intro: hook.intro)),
            ArrangedSection(.work, WorkArranger(arranger: self, selection: selection).blocks),
            ArrangedSection(
                .process,
                texts(selection, .method).map { textBlock($0, in: .process, "It is about the way of working.") }),
            ArrangedSection(.action, [contact]),
        ].filter { !$0.blocks.isEmpty }
        let wanted = edition.sections ?? []
        sections = sections.enumerated().sorted { left, right in
            let leftPlace = wanted.firstIndex(of: left.element.id) ?? wanted.count + left.offset
            let rightPlace = wanted.firstIndex(of: right.element.id) ?? wanted.count + right.offset
            return leftPlace < rightPlace
        }.map(\.element)
        for section in sections.indices { lowerPriorities(&sections[section]) }
        return Arrangement(
            cover: hook.cover, sections: sections, leftOut: selection.leftOut, scorer: scores.scorer)
    }

    // MARK: - Sections

    /// Returns the blocks about the person: texts, résumé, testimonials, figures and profiles.
    private func credibility(_ selection: Selection, intro: Int?) -> [ArrangedBlock] {
        var blocks = texts(selection, .bio).map { textBlock($0, in: .credibility, "It is about the person.") }
        blocks += texts(selection, .intro).filter { $0 != intro }.map {
            textBlock($0, in: .credibility, "It introduces the person, and a better text does so in the hook.")
        }
        blocks += texts(selection, .resume).map { textBlock($0, in: .credibility, "It is the résumé.") }
        blocks += texts(selection, .testimonial).map { textBlock($0, in: .credibility, "It is what others say.") }
        if category?.leadsWithMetrics != true, let metrics = metrics(selection, in: .credibility) {
            blocks.append(metrics)
        }
        blocks += selection.profiles.compactMap {
            linkBlock($0, in: .credibility, work: nil, "It leads to the person's own site or profile.")
        }
        return blocks
    }

    private var contact: ArrangedBlock {
        ArrangedBlock(
            id: "action_contact", content: .contact, score: 1, priority: .high,
            reasons: ["Every portfolio ends with the contact."])
    }

    func texts(_ selection: Selection, _ role: ArrangedText.Role) -> [Int] {
        scores.inputs.ordered(selection.texts.filter { scores.inputs[$0].role == role }, by: names, edition)
    }

    // MARK: - Blocks

    func textBlock(_ input: Int, in section: SectionID, work: String? = nil, _ reason: String) -> ArrangedBlock {
        let scored = scores.inputs[input]
        let role = scored.role ?? .general
        // The title in the metadata of a résumé is often that of a template, or a file's name.
        let found =
            role == .resume && scored.type == .document
            ? contents.manifest.inputs[input].title?.asLine.nonEmpty : contents.title(of: input)
        let header = editionTitle(input) ?? found ?? role.header
        let reasons = [
            reason, missingFiles[input].map { "It is named as the caption of “\($0)”, which is not in the folder." },
            scored.roleReason, scoreReason(input),
        ]
        let text = ArrangedText(
            input: input, role: role, header: header.shortened(to: PortfolioLimits.title),
            text: contents.text(of: input) ?? "", tags: tags(input))
        return ArrangedBlock(
            id: blockID(section, input), content: .text(text), title: text.header, work: work, score: scored.final,
            priority: priority(scored.final), reasons: reasons.compactMap(\.self))
    }

    func linkBlock(_ input: Int, in section: SectionID, work: String?, _ reason: String) -> ArrangedBlock? {
        guard case .link(let address) = contents.contents[input] else { return nil }
        let scored = scores.inputs[input]
        let title = editionTitle(input) ?? contents.title(of: input) ?? address.title
        let link = ArrangedLink(
            input: input, url: address.text, platform: address.platform, title: title,
            description: contents.manifest.inputs[input].description?.asText ?? "")
        return ArrangedBlock(
            id: blockID(section, input), content: .link(link), title: title, work: work, score: scored.final,
            priority: priority(scored.final), reasons: [reason, scoreReason(input)])
    }

    /// Returns the block of figures, or `nil` without figures.
    ///
    /// Figures that the person gave take precedence over those in the lines of texts that belong to no work.
    func metrics(_ selection: Selection, in section: SectionID) -> ArrangedBlock? {
        let id = "\(section.rawValue)_metrics"
        if !contents.manifest.metrics.isEmpty {
            return ArrangedBlock(
                id: id, content: .metrics(contents.manifest.metrics), score: 1, priority: .high,
                reasons: ["The person gave these figures."])
        }
        var metrics: [PortfolioMetric] = []
        var sources: [Int] = []
        var labels: Set<String> = []
        for input in (selection.texts + selection.figures).sorted() where isSourceOfMetrics(input) {
            for metric in MetricLines.metrics(in: contents.text(of: input) ?? "")
            where metrics.count < MetricLines.limit && labels.insert(metric.label.lowercased()).inserted {
                metrics.append(metric)
                if sources.last != input { sources.append(input) }
            }
        }
        guard let score = sources.map({ scores.inputs[$0].final }).max() else { return nil }
        return ArrangedBlock(
            id: id, content: .metrics(metrics), score: score, priority: priority(score),
            reasons: [
                "A rule found these figures: each stands alone on a line of "
                    + sources.map { "“\(contents.manifest.label(of: $0))”" }.joined(separator: ", ") + "."
            ])
    }

    /// Whether the figures in a text are about the person.
    ///
    /// Testimonials, résumés and texts of a work have figures about something else.
    func isSourceOfMetrics(_ input: Int) -> Bool {
        guard contents.manifest.inputs[input].work == nil, scores.inputs[input].type == .text else { return false }
        return scores.inputs[input].role != .testimonial && scores.inputs[input].role != .resume
    }

    // MARK: - Values

    func blockID(_ section: SectionID, _ input: Int) -> String {
        "\(section.rawValue)_\(MediaName.number(of: input))"
    }

    func priority(_ score: Double) -> ArrangedBlock.Priority { score > 0.7 ? .high : .medium }

    func scoreReason(_ input: Int) -> String { "Its final score is \(scores.inputs[input].final)." }

    func editionTitle(_ input: Int) -> String? {
        contents.manifest.inputs[input].name.flatMap { edition.titles?[$0] }?.asLine.nonEmpty
    }

    private func tags(_ input: Int) -> [String] {
        var seen: Set<String> = []
        let keywords = contents.analysis(of: input)?.keywords ?? []
        return Array(
            keywords.map(\.asLine).filter { !$0.isEmpty && $0.count <= 50 && seen.insert($0.lowercased()).inserted }
                .prefix(5))
    }

    /// Lowers the priority of blocks beyond what a section shows well.
    ///
    /// They stay in the section.
    private func lowerPriorities(_ section: inout ArrangedSection) {
        let cap: Int? =
            switch section.id {
            case .credibility: 4
            case .work: 8
            case .process: 3
            case .hook, .action: nil
            }
        guard let cap else { return }
        for index in section.blocks.indices.dropFirst(cap) {
            section.blocks[index].priority = .low
            section.blocks[index].reasons.append("It is beyond the first \(cap) blocks of its section.")
        }
    }
}

extension ArrangedText.Role {
    /// The heading of an untitled text.
    var header: String {
        switch self {
        case .bio: "About"
        case .intro: "Introduction"
        case .testimonial: "Testimonial"
        case .method: "Process"
        case .resume: "Resume"
        case .general: "Notes"
        }
    }
}
