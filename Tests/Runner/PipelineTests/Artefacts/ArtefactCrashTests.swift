import FailureModel
import Foundation
import Pipeline
import PipelineTestSupport
import Testing

/// Every operation of the artefact store that changes the disk, interrupted in every way.
@Suite("The artefact store survives")
struct ArtefactCrashTests {
    private let clock = ManualClock()
    private let texts = ["one", "two", "three", "one"].map { Data($0.utf8) }

    private func open(_ disk: SimulatedDisk) throws -> LocalArtefactStore {
        try LocalArtefactStore(root: "/artefacts", files: disk, dependencies: Dependencies(clock: clock))
    }

    /// Puts all texts and returns those whose `put` returned.
    private func putAll(_ disk: SimulatedDisk) -> [Data] {
        guard let store = try? open(disk) else { return [] }
        return texts.filter { (try? store.put($0)) != nil }
    }

    private var operationsOfAll: Int {
        let disk = SimulatedDisk(clock: clock)
        #expect(putAll(disk).count == texts.count)
        return disk.operations
    }

    @Test(
        "a fault at every operation: what was put exists, and nothing incomplete is visible",
        arguments: SimulatedDisk.Fault.allCases)
    func everyOperation(_ fault: SimulatedDisk.Fault) throws {
        let count = operationsOfAll
        #expect(count > 15)
        for operation in 1...count {
            let disk = SimulatedDisk(clock: clock)
            disk.inject(fault, at: operation)
            let stored = putAll(disk)
            disk.restart()

            let store = try open(disk)
            for bytes in stored { #expect(try store.read(ContentID(of: bytes)) == bytes, "operation \(operation)") }
            for bytes in texts where try store.contains(ContentID(of: bytes)) {
                #expect(try store.read(ContentID(of: bytes)) == bytes, "operation \(operation)")
            }
            // The store keeps working.
            #expect(putAll(disk).count == texts.count, "operation \(operation)")
        }
    }

    /// Uploads all texts in pieces and returns those whose `commit` returned.
    private func uploadAll(_ disk: SimulatedDisk) -> [Data] {
        guard let store = try? open(disk) else { return [] }
        return texts.filter { bytes in
            guard let upload = try? store.upload() else { return false }
            let stored = try? { () throws -> StoredBytes in
                for byte in bytes { try upload.append(Data([byte])) }
                return try upload.commit()
            }()
            return stored?.content == ContentID(of: bytes)
        }
    }

    @Test(
        "a fault at every operation of uploads: what was committed exists, and nothing incomplete is visible",
        arguments: SimulatedDisk.Fault.allCases)
    func everyOperationOfUploads(_ fault: SimulatedDisk.Fault) throws {
        let whole = SimulatedDisk(clock: clock)
        #expect(uploadAll(whole).count == texts.count)
        for operation in 1...whole.operations {
            let disk = SimulatedDisk(clock: clock)
            disk.inject(fault, at: operation)
            let stored = uploadAll(disk)
            disk.restart()
            let store = try open(disk)
            for bytes in stored { #expect(try store.read(ContentID(of: bytes)) == bytes, "operation \(operation)") }
            for bytes in texts where try store.contains(ContentID(of: bytes)) {
                #expect(try store.read(ContentID(of: bytes)) == bytes, "operation \(operation)")
            }
            #expect(uploadAll(disk).count == texts.count, "operation \(operation)")
        }
    }

    @Test("what a killed process left half-written is swept after an hour")
    func sweep() throws {
        let disk = SimulatedDisk(clock: clock)
        _ = try open(disk)
        disk.inject(.tornWrite, at: 2 + 1)
        _ = putAll(disk)
        disk.restart()
        var leftovers = 0
        for operation in 1...30 {
            disk.inject(.tornWrite, at: operation)
            _ = putAll(disk)
            disk.restart()
            leftovers = max(leftovers, try disk.names(in: "/artefacts/incoming").names.count)
        }
        #expect(leftovers > 0)
        clock.advance(by: .seconds(3601))
        _ = try open(disk)
        #expect(try disk.names(in: "/artefacts/incoming").names.isEmpty)
    }

    @Test(
        "a full or read-only disk is reported as such",
        arguments: [(SimulatedDisk.Fault.full, "disk_full"), (.readOnly, "disk_read_only")])
    func codes(_ fault: SimulatedDisk.Fault, _ code: String) throws {
        let disk = SimulatedDisk(clock: clock)
        let store = try open(disk)
        disk.inject(fault, at: 1)
        let error = #expect(throws: FileSystemError.self) { try store.put(Data("abc".utf8)) }
        #expect(error?.failure.code.rawValue == code)
        #expect(error?.isTransient == true)
    }
}
