import HTTPService
import Synchronization
import Testing

/// Counts how often it is reflected.
private struct Counted: CustomReflectable {
    let reflections: Counter
    let names: [String]

    final class Counter: Sendable {
        private let number = Mutex(0)
        var value: Int { number.withLock { $0 } }
        func add() { number.withLock { $0 += 1 } }
    }

    var customMirror: Mirror {
        reflections.add()
        return Mirror(self, children: names.map { (label: $0, value: "<\($0)>") }, displayStyle: .struct)
    }
}

private struct Frame {
    struct Item {
        let name: String
        let note: String?
        let isLast: Bool
    }

    let title: String
    let count: Int
    let items: [Item]
    let none: [Item]
    let missing: String?
    let values: [String: String]
}

@Suite("The rendering of pages") struct PageRendererTests {
    private static func renderer(_ template: String) throws -> PageRenderer {
        try PageRenderer(["part.mustache": Array(template.utf8)], assets: Assets([:]), navigation: [])
    }

    @Test("a value is reflected once, however many names a template reads")
    func once() throws {
        let counter = Counted.Counter()
        let names = (0..<20).map { "name\($0)" }
        let template = names.map { "{{\($0)}}{{#\($0)}}+{{/\($0)}}{{^other}}-{{/other}}" }.joined()
        let html = try Self.renderer(template).fragment("part", Counted(reflections: counter, names: names))
        #expect(html == names.map { "&lt;\($0)&gt;+-" }.joined())
        #expect(counter.value == 1)
    }

    @Test("texts, numbers, lists, optionals and dictionaries are read as they are")
    func kinds() throws {
        let frame = Frame(
            title: "a \"b\u{301}\" 'c' & <d>", count: 7,
            items: [
                Frame.Item(name: "one", note: "n", isLast: false), Frame.Item(name: "two", note: nil, isLast: true),
            ], none: [], missing: nil, values: ["key": "x"])
        let html = try Self.renderer(
            "{{title}}|{{count}}|{{#items}}{{name}}{{#note}}({{.}}){{/note}}{{^isLast}},{{/isLast}}{{title}};{{/items}}"
                + "{{^none}}none{{/none}}{{#missing}}!{{/missing}}{{#values}}{{key}}{{/values}}"
        ).fragment("part", frame)
        let title = "a &quot;b\u{301}&quot; &#39;c&#39; &amp; &lt;d&gt;"
        #expect(html == "\(title)|7|one(n),\(title);two\(title);nonex")
    }

    @Test("a part is made once for equal values, and those that are not used are forgotten")
    func fragments() {
        let fragments = PageFragments<Int>(limit: 10)
        var made: [Int] = []
        func html(_ number: Int) -> String {
            fragments.html(of: number) {
                made.append($0)
                return "<\($0)>"
            }
        }
        #expect(html(1) == "<1>" && html(1) == "<1>" && made == [1])
        for number in 0..<500 {
            #expect(html(number) == "<\(number)>")
            // Used again and again, it stays.
            #expect(html(1) == "<1>")
            #expect(fragments.count <= 20)
        }
        #expect(made.filter { $0 == 1 } == [1])
        let count = made.count
        #expect(html(2) == "<2>" && made.count == count + 1)
    }
}
