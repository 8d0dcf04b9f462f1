import Files
import FailureModel
import Foundation
import Logging
import Pipeline
import Threads

private enum Limits {
    /// The maximum size of inputs, in bytes.
    static let inputs = 64 << 20
    /// The maximum size of a companion, in bytes.
    static let companion = 8 << 20
    /// Inputs of at most this many bytes are read without waiting for memory.
    static let modestInputs: Int64 = 1 << 20
    /// The maximum number of a drop's records to process at a time.
    static let records = 32
    /// Memory for tables above `modestInputs`, shared by all folders.
    ///
    /// A table stays in memory from its first record to its last.
    static let tables = ByteBudget(256 << 20)
}

extension DropWork where Handler == FileHandler {
    /// Fills an original with the records of its inputs, or analyses an original alone.
    func fill(_ drop: inout Drop) async throws {
        let original = try await original(of: drop)
        guard drop.inputs != nil else {
            let known = try await profile()
            if let inputs = kind.inputsOfLoneOriginal ?? (known.isEmpty ? nil : []) {
                let record = InputRecord(number: 1, line: nil, inputs: .success(inputs.adding(known)))
                drop.filled = try await fill(record, isNumbered: false, original: original, of: drop) ? 1 : 0
                return
            }
            let document = try await analysed(original, as: drop.document(ofRecord: 1, isNumbered: false))
            return try await deliver(kind.analysed, of: document, fill: 0, stem: drop.stem, key: "", drop)
        }
        let size = try await size(of: Drop.inputsFile, drop)
        if size <= Limits.modestInputs { return try await fillRecords(of: &drop, original) }
        // While being parsed it is in memory twice: as bytes and as records.
        try await Limits.tables.with(2 * size) { try await fillRecords(of: &drop, original) }
    }

    /// Returns the inputs that the folder's profile adds to every record.
    private func profile() async throws -> [PipelineClient.Input] {
        try await crashes.inTurn {
            try await threads.run { [rule, kind, claimFolder] in
                try FolderProfile(rule: rule, kind: kind)?.inputs(claimFolder.files) ?? []
            }
        }
    }

    private func fillRecords(of drop: inout Drop, _ original: KnownOriginal) async throws {
        let known = try await profile()
        let inputs = try await read { [drop] in try readInputs(of: drop) }
        var records = try await read { try openRecords(of: inputs) }
        if drop.nextRecord == 1 {
            try await heedObjection(to: inputs, isNumbered: records.numbersRecords, original, drop)
        }
        try await withThrowingTaskGroup(of: (Int, Bool).self) { group in
            var finished: [Int: Bool] = [:]
            var isOver = false
            var running = 0
            while true {
                while !isOver, running < Limits.records {
                    let next: InputRecord?
                    (records, next) = try await read { [records] in try Self.next(of: records) }
                    guard var record = next else { isOver = true; break }
                    record.inputs = record.inputs.map { $0.adding(known) }
                    if record.number < drop.nextRecord { continue }
                    running += 1
                    group.addTask { [drop, records, record] in
                        let isFilled = try await self.fill(
                            record, isNumbered: records.numbersRecords, original: original, of: drop)
                        return (record.number, isFilled)
                    }
                }
                guard let (number, isFilled) = try await group.next() else { break }
                running -= 1
                finished[number] = isFilled
                try await advance(&drop, past: &finished)
            }
        }
        for note in records.notes { logger.notice("\(note)") }
        if drop.nextRecord == 1 {
            throw DropFailure(.inputEmpty, "\(drop.inputs ?? "") has no records.")
        }
    }

    private static func next(of records: any InputRecords) throws(DropFailure) -> (any InputRecords, InputRecord?) {
        var records = records
        do {
            let record = try records.next()
            return (records, record)
        } catch {
            throw DropFailure(error)
        }
    }

    /// Records the progress past finished records, and removes the journals of their deliveries.
    private func advance(_ drop: inout Drop, past finished: inout [Int: Bool]) async throws {
        let first = drop.nextRecord
        while let isFilled = finished.removeValue(forKey: drop.nextRecord) {
            drop.nextRecord += 1
            if isFilled { drop.filled += 1 } else { drop.failed += 1 }
        }
        guard drop.nextRecord > first else { return }
        try await threads.run { [drop, claimFolder] in
            try claimFolder.save(drop)
            for number in first..<drop.nextRecord {
                try claimFolder.files.remove(
                    "\(claimFolder.folder(of: drop.id))/delivery-\(drop.id.uuidString)-\(number).json")
            }
        }
    }

    /// Stores a dropped original, or looks up the original for dropped inputs.
    private func original(of drop: Drop) async throws -> KnownOriginal {
        guard let name = drop.original else {
            guard let source = drop.source else {
                throw DropFailure(.originalMissing, "There is no original for these inputs.")
            }
            guard try await threads.run({ [client] in try source.isStored(in: client.artefacts) }) else {
                throw DropFailure(.originalMissing, "The original for these inputs is no longer stored; drop it again.")
            }
            return source
        }
        let original = try await stored(name, of: drop, as: kind)
        try await threads.run { [claimFolder] in try claimFolder.remember(original, stem: drop.stem, from: drop.id) }
        othersMayFollow()
        return original
    }

    private func openRecords(of inputs: DroppedInputs) throws -> any InputRecords {
        do { return try kind.records(in: inputs) } catch { throw DropFailure(error) }
    }

    /// Reads the inputs of a drop, and their companion in the inbox.
    private func readInputs(of drop: Drop) throws -> DroppedInputs {
        let name = drop.inputs ?? ""
        var inputs = DroppedInputs(
            bytes: try bytes(Drop.inputsFile, of: drop, named: name, limit: Limits.inputs), fileName: name)
        guard case .inputs(let stem) = kind.role(of: name), let companion = kind.companionName(ofStem: stem) else {
            return inputs
        }
        inputs.companionName = companion
        do {
            inputs.companion = try claimFolder.files.read(
                rule.inbox.appendingPathComponent(companion).path, limit: Limits.companion)
        } catch let error as SystemCallError where error.number == ENOENT {
            // Most drops have none.
        } catch let error as SystemCallError {
            throw DropFailure(.inputUnreadable, "\(companion) cannot be read: \(error.description).")
        }
        return inputs
    }

    /// Ends a drop if its kind rejects the inputs.
    private func heedObjection(
        to inputs: DroppedInputs, isNumbered: Bool, _ original: KnownOriginal, _ drop: Drop
    ) async throws {
        let document = try await analysed(original, as: drop.document(ofRecord: 1, isNumbered: isNumbered))
        let objection: InputObjection?
        do {
            objection = try await kind.objection(to: inputs, on: document, in: client)
        } catch let failure as Failure {
            throw DropFailure(failure)
        }
        guard let objection else { return }
        try await threads.run { [claimFolder, rule] in
            try Delivery(
                files: claimFolder.files, journalFolder: claimFolder.folder(of: drop.id),
                key: drop.id.uuidString + "-objection", target: rule.failed.path,
                permissions: claimFolder.permissions(ofResultsOf: drop)
            ).run(stem: drop.stem) { objection.files.map { Delivery.Item(suffix: $0.suffix, bytes: $0.bytes) } }
        }
        throw DropFailure(objection.failure)
    }

    /// Fills one record and returns whether that succeeded.
    ///
    /// The failure of a numbered record is reported in a file; that of a single record is thrown.
    private func fill(
        _ record: InputRecord, isNumbered: Bool, original: KnownOriginal, of drop: Drop
    ) async throws -> Bool {
        let stem = isNumbered ? drop.stem + "." + String(format: "%04d", record.number) : drop.stem
        let key = isNumbered ? "-\(record.number)" : ""
        do {
            let inputs = try record.inputs.mapError { DropFailure($0) }.get()
            let id = drop.document(ofRecord: record.number, isNumbered: isNumbered)
            var document = try await analysed(original, as: id)
            if document.state == .ready, document.fill == 0 {
                document = try await client.fill(id, in: .all, inputs: inputs)
            }
            if document.state.isWorking { document = try await client.settled(id, in: .all) }
            if let failure = document.failure { throw DropFailure(failure, of: id) }
            try await deliver(kind.filled, of: document, fill: document.fill, stem: stem, key: key, drop)
            return true
        } catch var failure as DropFailure {
            guard isNumbered else { throw failure }
            failure.line = record.line
            try await threads.run { [failure] in try report(failure, of: drop, stem: stem, key: key) }
            return false
        }
    }
}

extension [PipelineClient.Input] {
    /// Adds the inputs of a profile, except those with names already present.
    fileprivate func adding(_ profile: [PipelineClient.Input]) -> [PipelineClient.Input] {
        let names = Set(map(\.name))
        return self + profile.filter { !names.contains($0.name) }
    }
}
