import ArgumentParser
import FormModel
import FormDetection
import FormImport
import Foundation
import Tesseract
import Threads

/// Writes the picture of a scanned page as passed to text recognition.
///
/// Another program can then read the same picture.
struct PictureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "picture", abstract: "Writes the first page of a scan, straightened, as a PNG.")

    @Argument(help: "The form.")
    var form: String

    @Argument(help: "The PNG file to write.")
    var output: String

    func run() async throws {
        let png = try await WorkerThreads.shared.run { [form] in
            let url = URL(fileURLWithPath: form)
            let document = try Importer().document(at: url)
            let recognisers = RecogniserPool()
            defer { recognisers.end() }
            let page = try PageReader(recognisers: recognisers).read(PageSource(document).content(ofPage: 0))
            return try Data(Bitmap(page.image).pngData())
        }
        try png.write(to: URL(fileURLWithPath: output))
    }
}
