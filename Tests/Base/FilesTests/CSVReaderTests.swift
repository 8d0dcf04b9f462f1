import FailureModel
import Files
import Foundation
import Testing

@Suite("Rows of comma-separated values") struct CSVReaderTests {
    private static let codes = CSVReader.Codes(
        malformed: ErrorCode("malformed_row"), tooLong: ErrorCode("cell_too_long"))

    private func rows(
        _ text: String, separator: CSVReader.Separator? = nil,
        limits: CSVReader.Limits = CSVReader.Limits()
    ) throws -> [CSVReader.Row] {
        let feed = ByteFeed(data: Data(text.utf8), name: "rows.csv")
        var reader = try CSVReader(feed, name: "rows.csv", limits: limits, codes: Self.codes, separator: separator)
        var rows: [CSVReader.Row] = []
        while let row = try reader.next() { rows.append(row) }
        return rows
    }

    @Test("rows have as many cells as are written, and the first is a row like the others")
    func ragged() throws {
        let rows = try rows("a title\n\nDate,Action\n\"1\n2\",x,\n")
        #expect(rows.map(\.line) == [1, 3, 4])
        #expect(try rows.map { try $0.cells.get() } == [["a title"], ["Date", "Action"], ["1\n2", "x", ""]])
    }

    @Test("a given separator is used, whatever the first line contains")
    func givenSeparator() throws {
        let rows = try rows("a, b, c\n1;2\n", separator: .semicolon)
        #expect(try rows.map { try $0.cells.get() } == [["a, b, c"], ["1", "2"]])
    }

    @Test("errors have the codes of the caller")
    func codes() throws {
        var limits = CSVReader.Limits()
        limits.cellLength = 3
        let codes = try rows("a,b\n1234,5\n\"x\"y,2\n\"", limits: limits).map { row in
            if case .failure(let error) = row.cells { error.code } else { nil as ErrorCode? }
        }
        #expect(codes == [nil, Self.codes.tooLong, Self.codes.malformed, Self.codes.malformed])
    }

    /// Returns the cells of bytes and their encoding.
    private func read(_ bytes: [UInt8]) throws -> (cells: [[String]?], encoding: TextEncoding?) {
        var reader = try CSVReader(ByteFeed(data: Data(bytes), name: "rows.csv"), name: "rows.csv", codes: Self.codes)
        var cells: [[String]?] = []
        while let row = try reader.next() { cells.append(try? row.cells.get()) }
        return (cells, reader.encoding)
    }

    @Test(
        "a first line names the separator, with or without quotes and a mark",
        arguments: ["sep=;", "\"SEP=;\"", "\u{FEFF}sep=;"])
    func separatorLine(_ line: String) throws {
        for end in ["\r\n", "\n", "\r"] {
            let rows = try rows(line + end + "a,b,c;d\(end)1;2\(end)")
            #expect(try rows.map { try $0.cells.get() } == [["a,b,c", "d"], ["1", "2"]])
            #expect(rows.map(\.line) == [2, 3])
        }
        #expect(try rows("sep=|\na|b,c\n")[0].cells.get() == ["a", "b,c"])
        #expect(try rows("sep=;").isEmpty)
        #expect(try rows("sep=;x\na\n").count == 2)
    }

    @Test("the separator is that of most lines, not that of a title above them or of decimals within them")
    func titledSeparator() throws {
        let data = (1...20).map { "\($0);1,50\n" }.joined()
        #expect(try rows("Members, as of May\nName;Fee\n" + data)[1].cells.get() == ["Name", "Fee"])
        #expect(try rows("Name;Fee\n" + data).allSatisfy { try $0.cells.get().count == 2 })
        #expect(try rows("Name\tA,B\tC\n\"x,\ny,\nz\"\t1\t2\n")[1].cells.get() == ["x,\ny,\nz", "1", "2"])
    }

    @Test("UTF-16 in either byte order is read, with a mark or without one")
    func utf16() throws {
        let text = "sep=;\r\nName;Stück\r\nŽofie 😀;李\r\n"
        let expected = [["Name", "Stück"], ["Žofie 😀", "李"]]
        for (encoding, mark) in [(String.Encoding.utf16LittleEndian, [0xFF, 0xFE]), (.utf16BigEndian, [0xFE, 0xFF])]
            as [(String.Encoding, [UInt8])]
        {
            let bytes = [UInt8](try #require(text.data(using: encoding)))
            for bytes in [mark + bytes, bytes] {
                let read = try read(bytes)
                #expect(read.cells == expected && read.encoding == .utf16)
            }
        }
        // A character that was cut in two, half of a pair, and bytes that only look like it.
        #expect(try read([0xFF, 0xFE, 0x61, 0, 0x3B, 0, 0x62]).cells == [nil])
        #expect(try read([0xFF, 0xFE, 0x61, 0, 0x3D, 0xD8, 0x62, 0]).cells == [nil])
        #expect(try read([0x61, 0, 0x62, 0x63, 0x64, 0x65]).encoding == nil)
    }

    @Test("UTF-16 is read in pieces, whatever they split")
    func utf16Pieces() throws {
        let rows = (0..<2_000).map { "Zeile \($0);😀\r\n" }.joined()
        let bytes = [0xFF, 0xFE] + [UInt8](try #require(rows.data(using: .utf16LittleEndian)))
        for length in [1, 3, 1_021] {
            let feed = ByteFeed(name: "rows.csv") { offset in
                Data(bytes[min(Int(offset), bytes.count)..<min(Int(offset) + length, bytes.count)])
            }
            var reader = try CSVReader(feed, name: "rows.csv", codes: Self.codes)
            var number = 0
            while let row = try reader.next() {
                #expect(try row.cells.get() == ["Zeile \(number)", "😀"])
                number += 1
            }
            #expect(number == 2_000 && reader.bytesRead == bytes.count)
        }
    }

    @Test("text that is not UTF-8 is read as Windows-1252, from its first letter that is not ASCII")
    func windows1252() throws {
        let read = try read(
            Array("a;b\n1;2\n".utf8) + [0x5A, 0xFC, 0x3B, 0x80, 0x0A, 0x4F, 0x92, 0x42, 0x3B, 0xDF, 0x0A])
        #expect(read.cells == [["a", "b"], ["1", "2"], ["Zü", "€"], ["O’B", "ß"]])
        #expect(read.encoding == .windows1252)
    }

    @Test(
        "what is surely not Windows-1252 is an error of its row",
        arguments: [
            [0x4D, 0x81, 0x6C],  // Mül in DOS
            [0x4B, 0x94, 0x6C, 0x6E],  // Köln in DOS
            [0x4D, 0x84, 0x72, 0x7A],  // März in DOS
            [0x4D, 0x9F, 0x6C], [0x61, 0xA7, 0x65],  // Mül and aße in Mac OS Roman
            [0x00, 0xFC], [0x1B, 0xFC],
        ])
    func otherEncodings(_ bytes: [UInt8]) throws {
        let read = try read(bytes + Array("\nx\n".utf8))
        #expect(read.cells == [nil, ["x"]] && read.encoding == nil)
    }

    @Test(
        "UTF-8 with a damaged byte is an error of its row, not text in another encoding",
        arguments: [
            "Köln Müller S|C3", "Müller S|C3", "|FC|ber Müller", "caf|C3|, crème brûlée", "Привет ми|D1", "東京都|E6 9D",
            "10 €, S|C3",
        ])
    func damagedUTF8(_ text: String) throws {
        let bytes = text.split(separator: "|", omittingEmptySubsequences: false).enumerated().flatMap { place, part in
            place % 2 == 0 ? Array(part.utf8) : part.split(separator: " ").compactMap { UInt8($0, radix: 16) }
        }
        let read = try read(bytes + Array("\nx\n".utf8))
        #expect(read.cells == [nil, ["x"]] && read.encoding == nil)
    }

    @Test(
        "Windows-1252 is read where two of its bytes are a character of UTF-8 by chance",
        arguments: ["«CAFÉ»", "NESTLÉ® Société", "Zürich, “CAFÉ”", "À PROPOS… d’été"])
    func chance(_ text: String) throws {
        let read = try read([UInt8](try #require(text.data(using: .windowsCP1252))))
        #expect(read.cells.map { $0?.joined(separator: ",") } == [text] && read.encoding == .windows1252)
    }

    @Test("a stated encoding is used whatever the bytes show, and a file that is not in it is an error")
    func statedEncoding() throws {
        func read(_ bytes: [UInt8], in encoding: TextEncoding) throws -> [[String]?] {
            let feed = ByteFeed(data: Data(bytes), name: "rows.csv")
            var reader = try CSVReader(feed, name: "rows.csv", codes: Self.codes, encoding: encoding)
            var cells: [[String]?] = []
            while let row = try reader.next() { cells.append(try? row.cells.get()) }
            #expect(reader.encoding == encoding)
            return cells
        }
        // A section sign between letters, and bytes that are UTF-8 by chance.
        #expect(try read([0x61, 0xA7, 0x62, 0x0A, 0xC3, 0xBC], in: .windows1252) == [["a§b"], ["Ã¼"]])
        #expect(try read([0xC3, 0xBC, 0x0A, 0xFC], in: .utf8) == [["ü"], nil])
        #expect(try read([0xFF, 0xFE, 0xFC, 0x00], in: .utf16) == [["ü"]])
        #expect(throws: Failure.self) { try read(Array("a,b".utf8), in: .utf16) }
    }

    @Test("of a file in two encodings, the rows in the other than the first are errors")
    func mixed() throws {
        #expect(try read([0xC3, 0xBC, 0x0A, 0xFC, 0x0A, 0x78]).cells == [["ü"], nil, ["x"]])
        #expect(try read([0xFC, 0x0A, 0xC3, 0xBC, 0x0A, 0x78]).cells == [["ü"], nil, ["x"]])
        #expect(try read([0xEF, 0xBB, 0xBF, 0x61, 0x0A, 0xFC, 0x0A]).cells == [["a"], nil])
    }

    @Test(
        "a spreadsheet is refused for what it is",
        arguments: [[0x50, 0x4B, 3, 4], [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]])
    func spreadsheets(_ start: [UInt8]) {
        let error = #expect(throws: Failure.self) { try read(start + [0, 0, 0, 0]) }
        #expect(error?.message.contains("spreadsheet") == true)
    }

    @Test("what exceeds a row's limit is not kept, but the next row is found")
    func longRow() throws {
        var limits = CSVReader.Limits()
        limits.rowLength = 100_000
        let cell = String(repeating: "\"\"1,2\n", count: 100_000)
        let rows = try rows("a,b\n\"\(cell)\",2\n3,4\n", limits: limits)
        #expect(rows.count == 3)
        #expect(throws: Failure.self) { try rows[1].cells.get() }
        #expect(rows[2].line == 100_003)
        #expect(try rows[2].cells.get() == ["3", "4"])
    }
}
