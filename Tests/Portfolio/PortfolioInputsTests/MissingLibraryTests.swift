import FailureModel
import FormImport
import PipelineTestSupport
import Tesseract
import Testing
import Vips

@Suite("Libraries that are missing or broken") struct MissingLibraryTests {
    @Test("text recognition says what is missing, the program or the data of a language")
    func tesseract() throws {
        let missing = RecogniserError(
            code: .libraryMissing, detail: "Tesseract is not installed: the package libtesseract5")
        let failure = try #require(Failure(notStarting: missing))
        #expect(failure.code == "tool_missing" && failure.message.contains("libtesseract5"))
        let language = RecogniserError(code: .languageMissing, detail: "no data for tlh")
        #expect(Failure(notStarting: language)?.code == "language_missing")
        #expect(Failure(notStarting: RecogniserError(code: .failed, detail: "")) == nil)
    }

    @Test("the library that the loader blames is named, not the one that needs it")
    func dependency() {
        let messages = [
            "librsvg-2.so.2: cannot open shared object file: No such file or directory": "librsvg-2.so.2",
            "/usr/lib/x86_64-linux-gnu/librsvg-2.so.2: file too short": "librsvg-2.so.2",
            "libvips.so.42: cannot open shared object file: No such file or directory": nil,
            "/opt/libvips.so.42: invalid ELF header": nil, "out of memory": nil, "": nil,
        ]
        for (message, name) in messages {
            #expect(VipsLibrary.dependency(inMessage: message) == name, "\(message)")
        }
        #expect(VipsLibrary.missingDependency == nil)
    }
}
