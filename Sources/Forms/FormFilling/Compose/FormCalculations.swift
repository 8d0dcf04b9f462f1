import FormImport

import QPDF

/// The dependencies of calculated fields on other fields, according to a form's scripts.
///
/// Scripts are not run. The fields that a script reads are found by the names in it. A script that computes names, or
/// calls functions of its own, may read any field.
struct FormCalculations: Sendable {
    /// The calculated fields that read a field, or fields below a name, by that name.
    private var readers: [String: [String]] = [:]
    /// The calculated fields that may read any field.
    private var readersOfAny: [String] = []
    /// The names of all calculated fields, in the order of their widgets.
    private var names: [String] = []

    init(of widgets: [Widget]) {
        var known: Set<String> = []
        for widget in widgets { known.formUnion(Self.withParents(widget.name)) }
        var seen: Set<String> = []
        // Fields may share a script.
        var operands: [String: [String]?] = [:]
        for widget in widgets {
            guard let script = widget.calculationScript, WidgetScripts.doesSomething(script),
                seen.insert(widget.name).inserted
            else { continue }
            names.append(widget.name)
            // An invisible field may be calculated as well.
            let read = operands[script] ?? WidgetScripts.operands(ofCalculation: script)
            operands[script] = .some(read)
            guard let read, known.isSuperset(of: read) else {
                readersOfAny.append(widget.name)
                continue
            }
            for operand in Set(read) { readers[operand, default: []].append(widget.name) }
        }
    }

    /// Returns the names of fields with outdated calculations after new values.
    ///
    /// The dependency may be direct or indirect.
    ///
    /// - Parameters:
    ///   - given: the names of the fields with new values.
    ///   - calculated: the names of the fields that were calculated; they are included if what they read is outdated.
    /// - Returns: the names, in the order of their widgets.
    func outdated(given: Set<String>, calculated: Set<String>) -> [String] {
        guard !names.isEmpty, !given.isEmpty else { return [] }
        let done = given.union(calculated)
        var outdated: Set<String> = []
        var waiting: [String] = []
        func add(_ readers: [String], besides settled: Set<String>) {
            for name in readers where !settled.contains(name) && outdated.insert(name).inserted { waiting.append(name) }
        }
        add(readersOfAny, besides: done)
        for name in done.lazy.flatMap(Self.withParents) { add(readers[name] ?? [], besides: done) }
        while let name = waiting.popLast() {
            for name in Self.withParents(name) { add(readers[name] ?? [], besides: given) }
        }
        return names.filter(outdated.contains)
    }

    /// Returns a name and its parent names: `a.b.c`, `a.b` and `a`.
    private static func withParents(_ name: String) -> [String] {
        [name] + name.indices.filter { name[$0] == "." }.suffix(PDFFile.deepestField).map { String(name[..<$0]) }
    }
}
