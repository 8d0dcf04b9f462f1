/// Arranges the works: folders and stand-alone files.
///
/// Pictures outside folders form one untitled work with an empty key. Every video and PDF outside folders is a work
/// with its name as the key. Numbered folders come first, in the order of their numbers. Texts and links outside folders
/// follow all works, without a key.
struct WorkArranger {
    let arranger: Arranger
    let selection: Selection
    /// The numbers of folders by name; empty unless at least two differ.
    private let numbers: [String: Int]

    init(arranger: Arranger, selection: Selection) {
        self.arranger = arranger
        self.selection = selection
        let folders = Set(arranger.contents.manifest.inputs.compactMap(\.work))
        let numbers = folders.compactMap { folder in FolderPlan.workNumber(folder).map { (folder, $0) } }
        self.numbers = Set(numbers.map(\.1)).count > 1 ? Dictionary(uniqueKeysWithValues: numbers) : [:]
    }

    /// A work, or texts and links without a work.
    private struct Work {
        var key: String?
        var title: String?
        var media: [Int] = []
        var texts: [Int] = []
        var links: [Int] = []
        var inputs: [Int] { media + texts + links }
    }

    private var manifest: PortfolioManifest { arranger.contents.manifest }

    var blocks: [ArrangedBlock] {
        let works = works
        let inputs = arranger.scores.inputs
        let ranked = works.enumerated().sorted { left, right in
            let (leftPlace, rightPlace) = (place(left.element), place(right.element))
            if leftPlace != rightPlace { return leftPlace < rightPlace }
            let (leftNumber, rightNumber) = (number(left.element), number(right.element))
            if leftNumber != rightNumber { return leftNumber ?? .max < rightNumber ?? .max }
            if leftNumber != nil { return left.offset < right.offset }
            let isLeftLoose = left.element.key == nil
            if isLeftLoose != (right.element.key == nil) { return !isLeftLoose }
            let leftScore = left.element.inputs.map { inputs[$0].final }.max() ?? 0
            let rightScore = right.element.inputs.map { inputs[$0].final }.max() ?? 0
            return leftScore == rightScore ? left.offset < right.offset : leftScore > rightScore
        }.map(\.element)
        return ranked.flatMap(blocks)
    }

    /// Returns the number of a work's folder.
    private func number(_ work: Work) -> Int? {
        work.inputs.first.flatMap { manifest.inputs[$0].work }.flatMap { numbers[$0] }
    }

    // MARK: - Works

    private var works: [Work] {
        var works: [Work] = []
        var places: [String: Int] = [:]
        func place(_ input: Int, alone: String?, title: String? = nil) -> Int {
            let folder = manifest.inputs[input].work
            // A path has no NUL, so keys of folders and of single files cannot collide.
            let id = folder.map { "\0" + $0 } ?? alone ?? "\0\0\(input)"
            if let place = places[id] { return place }
            places[id] = works.count
            works.append(
                Work(key: folder ?? alone, title: folder.map { arranger.workTitle($0) ?? $0 } ?? title))
            return works.count - 1
        }
        let general = selection.texts.filter { arranger.scores.inputs[$0].role == .general }
        for input in (selection.media + general + selection.links).sorted() {
            switch arranger.scores.inputs[input].type {
            case .picture: works[place(input, alone: "")].media.append(input)
            case .video, .document:
                let name = manifest.inputs[input].name ?? ""
                let key = "\(MediaName.number(of: input)) \(name)".asLine
                let index = place(input, alone: key, title: title(input))
                works[index].media.append(input)
            case .text: works[place(input, alone: nil)].texts.append(input)
            case .link: works[place(input, alone: nil)].links.append(input)
            case nil: break
            }
        }
        return works
    }

    /// Returns the position of a work in the edition, by folder or first listed file.
    private func place(_ work: Work) -> Int {
        guard let order = arranger.edition.order else { return 0 }
        let names = Set(work.inputs.compactMap { manifest.inputs[$0].name })
        let folder = work.inputs.first.flatMap { manifest.inputs[$0].work }
        return order.firstIndex { $0 == folder || names.contains($0) } ?? order.count
    }

    /// Returns files in the order of the edition, then the rest in input order.
    private func ordered(_ inputs: [Int]) -> [Int] {
        guard let order = arranger.edition.order else { return inputs }
        var places: [String: Int] = [:]
        for (place, name) in order.enumerated() where places[name] == nil { places[name] = place }
        func place(_ input: Int) -> Int { manifest.inputs[input].name.flatMap { places[$0] } ?? order.count }
        return inputs.enumerated().sorted { left, right in
            (place(left.element), left.offset) < (place(right.element), right.offset)
        }.map(\.element)
    }

    private func title(_ input: Int) -> String? {
        arranger.editionTitle(input) ?? arranger.contents.title(of: input)
    }

    // MARK: - Blocks

    private func blocks(of work: Work) -> [ArrangedBlock] {
        let media = ordered(work.media)
        var blocks: [ArrangedBlock] = []
        var pictures: [Int] = media.filter { arranger.scores.inputs[$0].type == .picture }
        for input in media {
            if arranger.scores.inputs[input].type == .picture {
                // All pictures of a work form one block, at the position of the first.
                if !pictures.isEmpty { blocks.append(mediaBlock(pictures, work)) }
                pictures = []
            } else {
                blocks.append(mediaBlock([input], work))
            }
        }
        let reason = work.key == nil ? "It belongs to no other section." : "It belongs to the work."
        blocks += ordered(work.texts).map { arranger.textBlock($0, in: .work, work: work.key, reason) }
        blocks += ordered(work.links).compactMap { arranger.linkBlock($0, in: .work, work: work.key, reason) }
        if let title = work.title, !blocks.isEmpty { blocks[0].title = title }
        return blocks
    }

    private func mediaBlock(_ inputs: [Int], _ work: Work) -> ArrangedBlock {
        let media = inputs.flatMap(MediaArranger(arranger: arranger, selection: selection).media)
        let scores = inputs.map { arranger.scores.inputs[$0].final }
        let score = scores.max() ?? 0
        let best = inputs.first { arranger.scores.inputs[$0].final == score } ?? inputs[0]
        var reasons = [
            number(work) == nil
                ? "Works stand by their best score, and what is in a work in the order in which it was given."
                : "Numbered folders keep their order, and so does what is in them."
        ]
        if inputs.count > 1 { reasons.append("The \(inputs.count) pictures of the work stand together.") }
        if media.count > inputs.count { reasons.append("Its pages are shown as pictures.") }
        reasons.append(
            inputs.count > 1
                ? "The best of them, “\(manifest.label(of: best))”, has the final score \(score)."
                : arranger.scoreReason(best))
        return ArrangedBlock(
            id: arranger.blockID(.work, inputs[0]), content: media.count == 1 ? .media(media[0]) : .gallery(media),
            work: work.key, score: score, priority: arranger.priority(score), reasons: reasons)
    }
}
