import FormImport
import FailureModel
import FormModel
import FormFilling
import Foundation
import Testing

/// Tables as people make them in spreadsheet programs.
@Suite("Tables of spreadsheets") struct SpreadsheetTableTests {
    private struct Read {
        var keys: [String]
        /// The values of each row, in the order of the columns; nil for an error.
        var rows: [[String]?]
        var lines: [Int]
        var notes: [String]
    }

    private func read(_ data: Data) throws -> Read {
        var rows = try RowsFile(data: data, name: "people.csv", folder: nil).rows()
        var read = Read(keys: rows.keys ?? [], rows: [], lines: [], notes: [])
        while let row = try rows.next() {
            read.rows.append(try? row.entries.get().compactMap(\.value.text))
            read.lines.append(row.line)
        }
        read.notes = rows.notes
        return read
    }

    private func read(_ text: String) throws -> Read { try read(Data(text.utf8)) }

    @Test("columns without a name are no columns, and a value in one is an error of its row")
    func emptyColumns() throws {
        let read = try read(
            "Name;;ZIP;;\r\nAda;;01067;;\r\nMary;x;1;;\r\nEve;;2;;y\r\nGrace;;3\r\nIda;;4;;;;\r\n;;;;\r\n;;;;\r\n")
        #expect(read.keys == ["Name", "ZIP"])
        #expect(read.rows == [["Ada", "01067"], nil, nil, ["Grace", "3"], ["Ida", "4"]])
        #expect(read.lines == [2, 3, 4, 5, 6])
        #expect(read.notes.isEmpty)
        #expect(throws: Failure.self) { try self.read(";;\n;;\n") }
    }

    @Test(
        "a title above the header is passed over, and a note names its lines",
        arguments: [
            ("Members, as of May\n", "line 1"), ("Members;;\n", "line 1"), ("Members\nAs of May\n", "lines 1 to 2"),
            ("Members;;\nAs of;May;\n;;\n", "lines 1 to 2"), ("Members;2026\n\n", "line 1"),
            ("\n;;\nMembers\n\n", "line 3"),
        ])
    func titles(_ title: String, _ lines: String) throws {
        let read = try read(title + "Name;ZIP;Town\nAda;01067;Ely\nGrace;;\n")
        #expect(read.keys == ["Name", "ZIP", "Town"])
        #expect(read.rows == [["Ada", "01067", "Ely"], ["Grace"]])
        #expect(
            read.notes == [
                "people.csv: \(lines) above the header \(lines.hasPrefix("lines") ? "were" : "was") not read."
            ])
    }

    @Test(
        "a header is not taken for a title",
        arguments: [
            "Name\nAda\nLovelace, Ada\nHopper, Grace\n", "Name;\nAda;\nGrace;\n", "Name,ZIP\n1\n1,2\n3,4\n",
            "Name,ZIP\n1,2,3\n4,5,6\n", "Name,ZIP,,\n1,2\n3,4\n", "Name,ZIP\n,2\n\n3,4\n5,6\n",
            "Name,\"ZIP\n1,2\n3,4\n\"\n5,6\n",
        ])
    func headers(_ text: String) throws {
        let read = try read(text)
        #expect(read.keys.first == "Name")
        #expect(read.notes.isEmpty)
    }

    @Test(
        "remarks below the table are passed over, and a note names their lines",
        arguments: [
            (";;\nTotal: 2;;\n", "line 5"), ("\nExported on 1 May\n", "line 5"), ("End of the list\n", "line 4"),
            (";;\n;;\nTotal: 2;;\nExported, 1 May;;\n;;\n", "lines 6 to 7"), ("\nExported on 1 May", "line 5"),
            (String(repeating: ";;\n", count: 100) + "Total: 2;;\n", "line 104"), (";;\n;End of the list;\n", "line 5"),
        ])
    func remarks(_ remarks: String, _ lines: String) throws {
        let read = try read("Name;ZIP;Town\nAda;01067;Ely\nGrace;;York\n" + remarks)
        #expect(read.rows == [["Ada", "01067", "Ely"], ["Grace", "York"]])
        #expect(
            read.notes == [
                "people.csv: \(lines) below the last row \(lines.hasPrefix("lines") ? "were" : "was") not read."
            ])
    }

    @Test("rows with one value are rows, except at the end below a blank row, and a row that was cut off is an error")
    func shortRows() throws {
        #expect(try read("Name;ZIP;Town\nAda;;\n;;\nMary;;\nGrace;1;\nEve;;\n").rows.count == 4)
        #expect(try read("Name;ZIP\nAda;1\n;\nMary;\n").rows == [["Ada", "1"], ["Mary"]])
        let rows = try read("Name;City;Note\nAda;Paris;x\n;;\nBob;;\nEve;;\n")
        #expect(rows.rows == [["Ada", "Paris", "x"], ["Bob"], ["Eve"]] && rows.notes.isEmpty)
        #expect(try read("Name;City;Note\nAda;;\n;;\n;Ely;\n").rows == [["Ada"], ["Ely"]])
        #expect(try read("Name;ZIP\nAda;1\nMary\n").rows == [["Ada", "1"], nil])
        #expect(try read("Name;ZIP;Town\nAda;1;2\nGra").rows == [["Ada", "1", "2"], nil])
        #expect(
            try read("Name;ZIP;Town\nAda;1;2\nGrace\nMary;1;2\n").rows == [
                ["Ada", "1", "2"], nil, ["Mary", "1", "2"],
            ])
        #expect(try read("Name\nAda\n\nGrace\n").rows == [["Ada"], ["Grace"]])
        let many = String(repeating: "x;;\n", count: 30)
        #expect(try read("Name;ZIP;Town\nAda;1;2\n\n" + many).rows.count >= 30 - 10)
    }

    @Test("the encoding is said unless it is UTF-8")
    func encodings() throws {
        let text = "Name;ZIP\r\nMüller;01067\r\n"
        #expect(try read("\u{FEFF}" + text).notes.isEmpty)
        for (encoding, name) in [
            (String.Encoding.utf16LittleEndian, "UTF-16"), (.utf16BigEndian, "UTF-16"),
            (.windowsCP1252, "Windows-1252"),
        ] {
            let read = try read(try #require(text.data(using: encoding)))
            #expect(read.rows == [["Müller", "01067"]])
            #expect(read.notes == ["people.csv: read as \(name), since it is not UTF-8."])
        }
        let lines = try #require("\u{FEFF}{\"Name\": \"Müller\"}\r\n".data(using: .utf16LittleEndian))
        #expect(try read(lines).rows == [["Müller"]] && read(lines).notes.count == 1)
        let array = try #require("\u{FEFF}[{\"Name\": \"Müller\"}, {}]".data(using: .utf16BigEndian))
        #expect(try read(array).rows == [["Müller"], []])
    }

    @Test("a JSON array is strict about its commas", arguments: ["[{},]", "[{},,{}]", "[{} ,\n ]"])
    func commas(_ text: String) {
        #expect(throws: Failure.self) {
            try JSONArray.rows(text)
        }
    }

    @Test("values that begin as JSON are not read as YAML, unless something says that they are")
    func recognisedJSON() throws {
        func read(_ text: String, isJSON: Bool? = nil) throws -> [ValueEntry] {
            try ValuesFile(data: Data(text.utf8), name: "standard input", folder: nil, isJSON: isJSON).entries
        }
        for text in ["{\"a\":abc}", "{\"a\":\"b\",}", "\u{FEFF} {\n \"a\" : 01}"] {
            let error = #expect(throws: Failure.self) { try read(text) }
            #expect(error?.message.contains("is not valid JSON at line") == true)
            #expect(try read(text.replacing("\u{FEFF} ", with: ""), isJSON: false).count == 1)
        }
        for text in ["{a: b}", "{'a': 'b'}", "{\"a\": \"b\"}", "\"a\": b"] {
            #expect(try read(text) == [ValueEntry(key: "a", value: "b")])
        }
        #expect(try read("{}").isEmpty)
        let error = #expect(throws: Failure.self) { try read("{a: b") }
        #expect(error?.message.contains("not valid YAML") == true)
    }

    @Test("values that must be JSON are not read as YAML")
    func strictJSON() throws {
        let flow = "{\"p1f8\":abc}"
        for (name, isJSON) in [("values.json", nil), ("VALUES.JSON", nil), ("The body", true)] as [(String, Bool?)] {
            for text in [flow, "p1f8: abc", "{\"a\": 01}", "{\"a\": \"b\",}", "{a: \"b\"}"] {
                let error = #expect(throws: Failure.self) {
                    try ValuesFile(data: Data(text.utf8), name: name, folder: nil, isJSON: isJSON)
                }
                #expect(error?.code == .malformedValues && error?.message.contains("not valid JSON at line 1") == true)
            }
        }
        #expect(try ValuesFile(data: Data(flow.utf8), name: "values.yaml", folder: nil).entries.count == 1)
        #expect(try ValuesFile(data: Data("{\"a\": 1}".utf8), name: "v.json", folder: nil).entries.count == 1)
        var rows = try RowsFile(data: Data("\(flow)\n{\"p1f8\":\"abc\"}\n".utf8), name: "rows", folder: nil).rows()
        let error = #expect(throws: Failure.self) { try rows.next()?.entries.get() }
        #expect(error == Failure(.malformedValues, "The line is not valid JSON."))
        #expect(try rows.next()?.entries.get().count == 1)
    }
}

private enum JSONArray {
    static func rows(_ text: String) throws {
        _ = try RowsFile(data: Data(text.utf8), name: "rows", folder: nil).rows()
    }
}
