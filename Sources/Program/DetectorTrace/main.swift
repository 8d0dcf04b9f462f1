import FormDetection
import Foundation
import Tesseract

// The input of tools/train-detector, and its means of evaluating a trained model:
//
//   detector-trace candidates FOLDER FILE.pdf...
//   detector-trace fields MODEL FOLDER FILE.pdf...
//
// The first command writes FOLDER/NAME.trace.json: the number of pages and, for each candidate that the detector
// considers, its page, its box (as displayed, and on the straightened page), its kind and its features. The second
// command writes FOLDER/NAME.fields.json: the fields that the detector finds with a model in the layout that `Scorer`
// describes.

func finish(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(64)
}

let usage = "usage: detector-trace candidates FOLDER FILE.pdf... | detector-trace fields MODEL FOLDER FILE.pdf..."
var arguments = CommandLine.arguments.dropFirst()
let scorer: Scorer?
switch arguments.popFirst() {
case "candidates": scorer = nil
case "fields":
    guard let model = arguments.popFirst() else { finish(usage) }
    scorer = Scorer(try Data(contentsOf: URL(fileURLWithPath: model)))
default: finish(usage)
}
guard arguments.count >= 2, let folder = arguments.popFirst().map({ URL(fileURLWithPath: $0) }) else { finish(usage) }

let recognisers = RecogniserPool()
defer { recognisers.end() }
for file in arguments.map({ URL(fileURLWithPath: $0) }) {
    let pages = try KeptReadings(file, in: folder, recognisers: recognisers).pages()
    let target = folder.appendingPathComponent(file.deletingPathExtension().lastPathComponent)
    if let scorer {
        let fields = FoundField.all(pages, scorer: scorer)
        try JSONEncoder().encode(fields).write(to: target.appendingPathExtension("fields.json"))
    } else {
        try JSONEncoder().encode(Trace(pages)).write(to: target.appendingPathExtension("trace.json"))
    }
}
