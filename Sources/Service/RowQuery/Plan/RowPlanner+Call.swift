extension RowPlanner {
    /// Plans a call of a function.
    ///
    /// The arguments come from the body, or from the request if there is no body.
    ///
    /// - Throws: PGRST202 if no function has this name and these parameters.
    package func call(
        _ name: String, _ body: JSONValue? = nil, _ request: RowRequest = RowRequest(), range: RowRange = RowRange(),
        preferences: Preferences = Preferences(), as caller: Caller
    ) throws(RowQueryError) -> CallPlan {
        let given = try object(of: body)
        let names = (given.map { $0.members.map(\.key) } ?? Array(request.arguments.keys)).sorted()
        guard let function = schema.functions[name] else { throw unknownFunction(name, names) }
        guard names.allSatisfy({ name in function.parameters.contains { $0.name == name } }) else {
            throw unknownFunction(name, names)
        }
        var arguments: [String: Value] = [:]
        for parameter in function.parameters {
            let place = "the parameter “\(parameter.name)”"
            if let json = given?[parameter.name] {
                arguments[parameter.name] = try parameter.type.value(of: json, for: place)
            } else if given == nil, let text = request.arguments[parameter.name] {
                arguments[parameter.name] = try parameter.type.value(of: text, for: place)
            } else if let standard = parameter.standard {
                arguments[parameter.name] = standard
            } else {
                throw unknownFunction(name, names)
            }
        }
        return CallPlan(
            function: name, arguments: arguments,
            result: try result(of: function, request, range, preferences, caller))
    }

    private func result(
        of function: Function, _ request: RowRequest, _ range: RowRange, _ preferences: Preferences, _ caller: Caller
    ) throws(RowQueryError) -> CallPlan.Result {
        switch function.result {
        case .nothing: return .nothing
        case .value(let type): return .value(type)
        case .rows:
            guard let table = function.resultTable else { return .nothing }
            var planning = Planning(self, request, caller)
            return .rows(
                ReadPlan(rows: try planning.rows(of: table, range), isCounted: preferences.counts != nil))
        }
    }

    private func object(of body: JSONValue?) throws(RowQueryError) -> JSONObject? {
        switch body {
        case nil: return nil
        case .object(let object): return object
        default: throw RowQueryError(.unreadableBody, "The body of a call is an object with its arguments.")
        }
    }

    /// Returns the error PGRST202 for a function that does not exist with these parameters.
    package func unknownFunction(_ name: String, _ arguments: [String]) -> RowQueryError {
        let list = arguments.prefix(20).map(NearestName.shortened).joined(separator: ", ")
        let nearest = NearestName.of(name, among: Array(schema.functions.keys))
        let signature = nearest.flatMap { schema.functions[$0] }.map { function in
            "\(Schema.name).\(function.name)(\(function.parameters.map(\.name).joined(separator: ", ")))"
        }
        let name = "\(Schema.name).\(NearestName.shortened(name))"
        return RowQueryError(
            .unknownFunction, "Could not find the function \(name)(\(list)) in the schema.",
            details: .text(
                arguments.isEmpty
                    ? "Searched for the function \(name) without parameters."
                    : "Searched for the function \(name) with the parameters \(list)."),
            hint: signature.map { "Perhaps you meant to call the function \($0)." })
    }
}
