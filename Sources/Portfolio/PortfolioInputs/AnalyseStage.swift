import FailureModel
import Files
import Foundation
import Pipeline
import Portfolio

/// Analyses a file, and publishes the facts, pictures and a video for display.
struct AnalyseStage: Stage {
    let name = PortfolioInputKind.analyse

    /// The version, increased whenever the same bytes would give other results.
    let fingerprint: String? = "6"

    /// The programs that process videos.
    var tools = VideoTools()

    /// The failures that recur with the same file at the same cost.
    ///
    /// A crash or lack of memory may have had other causes, such as the load of the machine.
    private static let lasting: Set<ErrorCode> = [
        ErrorCode("stage_cpu_exceeded"), .stageTimedOut, ErrorCode("stage_output_too_large"),
    ]

    func run(_ context: StageContext) async throws -> StageOutcome {
        if let earlier = context.job.failure, Self.lasting.contains(earlier.code) { return .fail(earlier) }
        let output = AnalysisOutput(context)
        let analysis = try analysis(of: context, output)
        try output.put(
            try JSONText.compact(analysis), PortfolioInputKind.ArtefactName.analysis, "application/json")
        return .done(output.artefacts)
    }

    private func analysis(of context: StageContext, _ output: AnalysisOutput) throws -> InputAnalysis {
        let byteCount = try context.artefacts.byteCount(of: context.document.content) ?? 0
        let head = try context.artefacts.read(
            context.document.content, in: 0..<min(Int64(KindFiles.headLength), byteCount))
        guard !head.isEmpty else { throw Failure(.inputEmpty, "The file is empty.") }
        guard let type = InputType(head: head, isWhole: byteCount <= Int64(head.count)) else {
            throw Failure(.unsupportedType, "The file is not a picture, video, PDF or text that can be read.")
        }
        switch type {
        case .picture(let type): return try PictureInput(try context.original(), type).analysis(output)
        case .drawing: return try DrawingInput(try context.original()).analysis(output)
        case .pdf: return try DocumentInput(try context.original()).analysis(output)
        case .markdown: return try MarkdownInput.analysis(try context.original())
        case .plainText:
            return InputAnalysis(
                type: .text, mediaType: type.mediaType, text: try TextInput.text(try context.original()))
        case .video(let container):
            let file = try VideoFile(context, container, byteCount: byteCount)
            return try VideoInput(file, container, tools).analysis(output)
        }
    }
}
