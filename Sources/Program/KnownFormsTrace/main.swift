import Foundation
import KnownForms

// The means of tools/evaluate-known:
//
//   known-forms-trace prints FOLDER FILE...
//   known-forms-trace recognise KNOWN SEEN FIELDS [others]
//   known-forms-trace lookup COUNT KNOWN SEEN
//
// The first command writes FOLDER/NAME.PAGE.print for each page of the files, unless it is there. The second one takes the prints in the folder
// KNOWN, with the fields in NAME.truth.json beside them, for known forms, and says for each print in the folder SEEN what it is, with tabs between:
// name, page, outcome, name and page of the known form, marks in place, marks, residual, milliseconds, milliseconds of reading numbers, what differs. With `others`, a page is
// not compared with the known form of its own name. The fields of known pages are written to FIELDS/NAME.json, as the corpus's score.py reads
// them. The third one measures a table of COUNT pages, which are those of KNOWN, altered.

func finish(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(64)
}

let usage =
    "usage: known-forms-trace prints FOLDER FILE... | recognise KNOWN SEEN FIELDS [others] | lookup COUNT KNOWN SEEN"
let arguments = Array(CommandLine.arguments.dropFirst())
func folder(_ index: Int) -> URL { URL(fileURLWithPath: arguments[index]) }
switch arguments.first {
case "prints" where arguments.count >= 3:
    for path in arguments[2...] { try Prints.write(URL(fileURLWithPath: path), into: folder(1)) }
case "recognise" where arguments.count >= 4:
    try Trial(known: folder(1), seen: folder(2), fields: folder(3), withoutOwn: arguments.last == "others").run()
case "lookup" where arguments.count == 4:
    guard let count = Int(arguments[1]), count > 0 else { finish(usage) }
    try Lookup(count: count, known: folder(2), seen: folder(3)).run()
default: finish(usage)
}
