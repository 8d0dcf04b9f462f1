import FailureModel
import Foundation
import HTTPService
import Pipeline
import Testing

@Suite("Answers about failures") struct ErrorAnswerTests {
    private static let table = ErrorTable(ErrorRow.common, ErrorRow.pipeline)

    private func answer(_ code: ErrorCode) throws -> [String: String] {
        let body = APIError(Failure(code, "What went wrong.")).body(Self.table)
        return try JSONDecoder().decode([String: String].self, from: body)
    }

    @Test(
        "a client is told that stored bytes are missing or damaged, with status 500",
        arguments: [ErrorCode.artefactMissing, .artefactDamaged])
    func told(_ code: ErrorCode) throws {
        #expect(try answer(code) == ["error": code.rawValue, "message": "What went wrong."])
        #expect(Self.table.httpStatus(of: code) == 500)
    }

    @Test("other failures of the service are in its log only", arguments: [ErrorCode.internalError, .workerLost])
    func hidden(_ code: ErrorCode) throws {
        let answer = try answer(code)
        #expect(answer["error"] == "internal_error")
        #expect(answer["message"]?.contains("What went wrong.") == false)
    }
}
