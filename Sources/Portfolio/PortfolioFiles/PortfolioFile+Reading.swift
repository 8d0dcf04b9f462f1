import Pipeline
import Portfolio

extension PortfolioFile {
    /// Reads the root of a file, and reports errors to it.
    init(reading node: SettingsNode) {
        let keys = node.mapping(known: [
            "title", "subtitle", "category", "user", "language", "date", "contact", "metrics", "edition", "inputs",
        ])
        self.init(
            title: keys["title"]?.text(), subtitle: keys["subtitle"]?.text(), category: keys["category"]?.text(),
            user: keys["user"]?.text(), language: keys["language"]?.text(), date: keys["date"]?.text(),
            contact: keys["contact"].map { PortfolioContact(reading: $0) },
            metrics: keys["metrics"]?.items().map { PortfolioMetric(reading: $0) },
            edition: keys["edition"].map { PortfolioEdition(reading: $0) },
            inputs: keys["inputs"]?.items().map { Input(reading: $0) })
    }
}

extension PortfolioContact {
    fileprivate init(reading node: SettingsNode) {
        let keys = node.mapping(known: ["email", "phone", "url"])
        self.init(email: keys["email"]?.text(), phone: keys["phone"]?.text(), url: keys["url"]?.text())
    }
}

extension PortfolioMetric {
    /// Reads a figure, with empty texts for missing keys.
    fileprivate init(reading node: SettingsNode) {
        let keys = node.mapping(known: ["label", "value", "unit", "trend"])
        for key in ["label", "value"] where keys[key] == nil { node.report("A metric needs a “\(key)”.") }
        self.init(
            label: keys["label"]?.text() ?? "", value: keys["value"]?.text() ?? "", unit: keys["unit"]?.text(),
            trend: keys["trend"].flatMap { Trend(reading: $0) })
    }
}

extension PortfolioMetric.Trend {
    fileprivate init?(reading node: SettingsNode) {
        let keys = node.mapping(known: ["direction", "percentage"])
        for key in ["direction", "percentage"] where keys[key] == nil { node.report("A trend needs a “\(key)”.") }
        let direction = keys["direction"]?.choice(of: Direction.self)
        let percentage = keys["percentage"]?.number(in: -1_000_000...1_000_000)
        guard let direction, let percentage else { return nil }
        self.init(direction: direction, percentage: percentage)
    }
}

extension PortfolioFile.Input {
    /// Reads an input; without exactly one source it is an empty text.
    fileprivate init(reading node: SettingsNode) {
        let keys = node.mapping(known: [
            "type", "url", "file", "text", "title", "description", "caption", "altText", "date", "cover",
        ])
        let sources = ["url", "file", "text"].filter { keys[$0] != nil }
        if sources.count != 1 { node.report("An input needs one of “url”, “file” and “text”.") }
        if let type = keys["type"], let text = type.text(), sources.count == 1, text != sources[0] {
            type.report("“type” must be the key that the input has, here \(sources[0]).")
        }
        let source: Source? =
            keys["url"]?.text().map { .url($0) } ?? keys["file"]?.text().map { .file($0) }
            ?? keys["text"]?.text().map { .text($0) }
        self.init(
            source ?? .text(""), title: keys["title"]?.text(), description: keys["description"]?.text(),
            caption: keys["caption"]?.text(), altText: keys["altText"]?.text(), date: keys["date"]?.text(),
            isCover: keys["cover"]?.truth() ?? false)
    }
}

extension SettingsNode {
    /// Returns the Boolean value, and reports anything else.
    func truth() -> Bool? {
        switch text() {
        case "true": return true
        case "false": return false
        case nil: return nil
        default:
            report("“\(path)” must be true or false.")
            return nil
        }
    }

    /// Returns the strings of a list, with empty ones for other values.
    func texts() -> [String] { items().map { $0.text() ?? "" } }

    /// Returns the strings of a mapping by key, with empty ones for other values.
    func textsByKey() -> [String: String] {
        var texts: [String: String] = [:]
        for (key, value) in entries() {
            let text = value.text() ?? ""
            guard let name = key.text(), name.first != PortfolioFileReader.repeatedKey else { continue }
            texts[name] = text
        }
        return texts
    }
}
