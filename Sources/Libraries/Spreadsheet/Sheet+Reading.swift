package import Foundation
import Values

extension Sheet {
    /// Reads a sheet of a workbook.
    ///
    /// - Parameters:
    ///   - data: the workbook's bytes.
    ///   - choice: the name of the sheet, or its number from 1 among those that a person sees; nil for the first.
    ///   - limits: the limits of the workbook.
    /// - Throws: the first thing that forbids to read the sheet.
    package init(
        _ data: Data, choice: String? = nil, limits: WorkbookLimits = WorkbookLimits()
    ) throws(WorkbookError) {
        guard data.count <= limits.byteCount else {
            throw WorkbookError(.tooLarge, "is larger than the limit of \(limits.byteCount >> 20) MB.")
        }
        try OtherFormat.checkContainer(data)
        let parts = try WorkbookParts(data, limits)
        guard parts.has("[Content_Types].xml") else { throw try OtherFormat.failure(of: parts) }
        let whole = try PartRelationships(of: "", in: parts)
        guard let main = whole.target(ofType: "officeDocument"), parts.has(main) else {
            throw try OtherFormat.failure(of: parts)
        }
        try OtherFormat.check(mainPart: try Self.contentType(of: main, in: parts))
        let links = try PartRelationships(of: main, in: parts)
        let outline = try WorkbookOutline(main, links, parts)
        let entry = try outline.sheet(choice)
        let shared = try SharedStrings(links.target(ofType: "sharedStrings"), in: parts)
        let styles = try CellStyles(links.target(ofType: "styles"), in: parts, limits)
        var parser = SheetParser(part: entry.part, sharedCount: shared.count, limits: limits)
        guard try parts.read(entry.part, take: { event, depth throws(WorkbookError) in try parser.take(event, depth) })
        else { throw .damaged(entry.part, "a sheet is missing") }
        self.init(
            name: entry.name, visibleNames: outline.visible.map(\.name), hasLinks: outline.hasLinks,
            stored: try parser.stored.withMergedCells(limits), shared: shared, styles: styles, is1904: outline.is1904)
    }

    /// Returns the content type of a part; empty if none is stated.
    private static func contentType(of part: String, in parts: WorkbookParts) throws(WorkbookError) -> String {
        var (type, common) = ("", "")
        let suffix = part.split(separator: ".").last?.lowercased()
        try parts.read("[Content_Types].xml") { event, depth throws(WorkbookError) in
            guard case .start(let element, let attributes) = event, depth == 2 else { return }
            let stated = attributes["ContentType"] ?? ""
            if element == "Override", attributes["PartName"]?.lowercased() == "/" + part.lowercased() { type = stated }
            // The common type of all XML says nothing.
            if element == "Default", attributes["Extension"]?.lowercased() == suffix, stated != "application/xml" {
                common = stated
            }
        }
        return type.isEmpty ? common : type
    }
}

/// The sheets of a workbook, and what holds for all of them.
private struct WorkbookOutline {
    /// A sheet of cells.
    struct Entry {
        let name: String
        let part: String
        let isVisible: Bool
    }

    private(set) var sheets: [Entry] = []
    private(set) var is1904 = false
    private(set) var hasLinks = false

    /// The sheets that a person sees.
    ///
    /// All count if that is none.
    var visible: [Entry] {
        let visible = sheets.filter(\.isVisible)
        return visible.isEmpty ? sheets : visible
    }

    /// Reads the main part.
    init(_ main: String, _ links: PartRelationships, _ parts: WorkbookParts) throws(WorkbookError) {
        var sheets: [Entry] = []
        var is1904 = false
        var hasLinks = links.byID.values.contains { ["externalLink", "connections"].contains($0.type) }
        var list = ""
        try parts.read(main) { event, depth throws(WorkbookError) in
            guard case .start(let element, let attributes) = event else { return }
            if depth == 2 {
                list = element
                if element == "workbookPr" { is1904 = ["1", "true"].contains(attributes["date1904"]) }
                if element == "externalReferences" { hasLinks = true }
            }
            guard depth == 3, list == "sheets", element == "sheet" else { return }
            // The prefix of the namespace is the workbook's choice.
            let id = attributes.first { $0.key.hasSuffix(":id") }?.value ?? ""
            guard let link = links.byID[id] else { throw .damaged(main, "a sheet is missing") }
            // Charts and dialogues have sheets of their own, without cells.
            guard link.type == "worksheet" else { return }
            guard let part = link.target else { throw .damaged(main, "a sheet is in another file") }
            let isVisible = (attributes["state"] ?? "visible") == "visible"
            sheets.append(Entry(name: attributes["name"] ?? "", part: part, isVisible: isVisible))
        }
        guard !sheets.isEmpty else { throw .damaged(main, "there is no sheet with cells") }
        (self.sheets, self.is1904, self.hasLinks) = (sheets, is1904, hasLinks)
    }

    /// Returns the chosen sheet.
    func sheet(_ choice: String?) throws(WorkbookError) -> Entry {
        guard let choice else { return visible[0] }
        if let entry = sheets.first(where: { $0.name == choice }) { return entry }
        if let entry = sheets.first(where: { $0.name.lowercased() == choice.lowercased() }) { return entry }
        if let number = Int(choice), visible.indices.contains(number - 1) { return visible[number - 1] }
        throw WorkbookError(
            .unknownSheet,
            "has no sheet \(choice.quoted); it has \(sheets.map(\.name.quoted).prefix(12).joined(separator: ", ")).")
    }
}

extension StoredCells {
    /// Returns the cells with merged ones repeated in all rows of their range.
    ///
    /// Rows without another value stay without one, since below a table merged cells hold remarks.
    func withMergedCells(_ limits: WorkbookLimits) throws(WorkbookError) -> StoredCells {
        guard !merges.isEmpty else { return self }
        var added: [Int: [StoredCell]] = [:]
        var count = 0
        for (first, lastRow) in merges {
            let top = place(ofRow: first.row)
            guard rows.indices.contains(top), rows[top].number == first.row,
                let cell = cells[rows[top].cells].first(where: { $0.column == first.column })
            else { continue }
            var place = top + 1
            while place < rows.count, rows[place].number <= lastRow {
                count += 1
                guard count <= limits.mergedCells else {
                    throw WorkbookError(.tooLarge, "has too many merged cells.")
                }
                added[place, default: []].append(cell)
                place += 1
            }
        }
        guard !added.isEmpty else { return self }
        var result = StoredCells(rows: [], cells: [], bytes: bytes, merges: [])
        for (place, row) in rows.enumerated() {
            let start = result.cells.count
            let own = Array(cells[row.cells])
            let taken = Set(own.map(\.column))
            let new = (added[place] ?? []).filter { !taken.contains($0.column) }
            result.cells += (own + new).sorted { $0.column < $1.column }
            result.rows.append(Row(number: row.number, isHidden: row.isHidden, cells: start..<result.cells.count))
        }
        return result
    }
}
