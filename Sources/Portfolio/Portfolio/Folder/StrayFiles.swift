/// The files of a folder that are probably no work to show, by their names.
enum StrayFiles {
    /// The extensions of texts for programs, which would be set as pages of text.
    private static let programTexts: Set<String> = [
        "aae", "bak", "bat", "bib", "c", "cfg", "cmd", "conf", "cpp", "css", "csv", "desktop", "env", "go", "h", "ics",
        "ini", "java", "js", "json", "jsonl", "jsx", "less", "lock", "log", "m3u", "mjs", "ndjson", "nfo", "old",
        "orig",
        "php", "properties", "ps1", "py", "rb", "rs", "scss", "sh", "sql", "srt", "sub", "swift", "tex", "toml", "ts",
        "tsv", "tsx", "url", "vcf", "vtt", "webloc", "xmp", "yaml", "yml",
    ]
    /// The names of texts that people write for themselves, without their extension.
    private static let privateTexts: Set<String> = [
        "changelog", "copying", "draft", "licence", "license", "note", "notes", "passwords", "readme", "todo",
        "untitled",
    ]

    /// Returns whether a file is a text for programs.
    static func isForPrograms(_ path: String) -> Bool {
        parts(path).map { programTexts.contains($0.suffix) } ?? false
    }

    /// Returns whether a file is a text that its author probably wrote for themselves.
    static func isPrivate(_ path: String) -> Bool {
        let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
        return privateTexts.contains(parts(path)?.stem ?? name)
    }

    /// Splits a file's name at its extension.
    private static func parts(_ path: String) -> (stem: String, suffix: String)? {
        guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: "."), dot > name.startIndex
        else { return nil }
        return (name[..<dot].lowercased(), name[name.index(after: dot)...].lowercased())
    }
}
