import CPQ

/// A statement that is sent together with others.
struct QueuedStatement {
    /// How the server receives it.
    enum Form {
        /// A text without arguments that begins a transaction.
        case beginning
        /// The name of a compiled statement, and its arguments.
        case compiled(String, StatementArguments)
        /// The end of a transaction.
        case commit
    }

    let sql: String
    let form: Form
    /// Receives its result.
    var receive: ((StatementResult) throws -> Void)?

    /// Whether it only begins a transaction.
    var isBeginning: Bool {
        if case .beginning = form { return true }
        return false
    }

    /// Runs the statement alone and returns its result.
    func answer(on handle: OpaquePointer) -> OpaquePointer? {
        guard case .compiled(let name, let arguments) = form else { return formwright_PQexec(handle, sql) }
        return arguments.withPointers { count, values, lengths, formats in
            formwright_PQexecPrepared(handle, name, count, values, lengths, formats, 0)
        }
    }

    private func send(on handle: OpaquePointer) {
        guard case .compiled(let name, let arguments) = form else {
            formwright_PQsendQueryParams(handle, sql, 0, nil, nil, nil, nil, 0)
            return
        }
        _ = arguments.withPointers { count, values, lengths, formats in
            formwright_PQsendQueryPrepared(handle, name, count, values, lengths, formats, 0)
        }
    }

    /// Runs statements in one round trip and returns the results that have arrived, in order.
    ///
    /// If a statement fails, those after it do not run.
    static func answers(to statements: [QueuedStatement], on handle: OpaquePointer) -> [OpaquePointer] {
        guard formwright_PQenterPipelineMode(handle) == 1 else { return [] }
        for statement in statements { statement.send(on: handle) }
        formwright_PQpipelineSync(handle)
        var results: [OpaquePointer] = []
        while formwright_PQstatus(handle) == CONNECTION_OK {
            // Null separates the results of statements.
            guard let result = formwright_PQgetResult(handle) else { continue }
            if formwright_PQresultStatus(result) == PGRES_PIPELINE_SYNC {
                formwright_PQclear(result)
                break
            }
            results.append(result)
        }
        formwright_PQexitPipelineMode(handle)
        return results
    }
}
