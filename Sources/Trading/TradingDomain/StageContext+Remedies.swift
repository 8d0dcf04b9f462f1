import FailureModel
import Pipeline
import Trading

extension StageContext {
    /// Runs a computation, and adds to its failures remedies that name the account's files.
    func advising<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let failure as Failure {
            throw failure.advised(for: AccountKind.account(of: document))
        }
    }
}

extension Failure {
    /// Returns the failure with the remedies of an account.
    fileprivate func advised(for account: String) -> Failure {
        var failure = self
        failure.hint = hint ?? Self.remedy(of: code, for: account)
        failure.details = details.map { $0.advised(for: account) }
        return failure
    }

    private static func remedy(of code: ErrorCode, for account: String) -> String? {
        switch code {
        case .oversold:
            "Add the missing purchases, or list what was held before the first trade in \(account).lots.csv."
        case .lotsMissing: "List what was held before the first trade in \(account).lots.csv."
        case .rateMissing: "Add the rate to \(account).rates.csv."
        default: nil
        }
    }
}
