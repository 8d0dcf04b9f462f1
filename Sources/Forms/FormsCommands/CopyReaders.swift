import FailureModel
import FormwrightCLI
import Foundation
import Pipeline
import PipelineProcesses

/// Processes that read the copies of a form, each its own share of them.
///
/// The results come in the order of the copies. It blocks while it works, and belongs to one thread.
final class CopyReaders {
    /// The copies of one process, and the process that reads them now.
    private struct Lane {
        var waiting: ArraySlice<String>
        var process: CopyReaderProcess?
        /// How many copies the process has yet to read.
        var begun = 0
    }

    private let task: CopyTask
    private let isCancelled: () -> Bool
    private var lanes: [Lane]
    private var turn = 0

    /// The number of copies until a process is replaced, since libraries lose memory.
    private static let copiesPerProcess = 200

    /// Prepares the reading of a task's copies.
    ///
    /// - Parameters:
    ///   - task: the form and its copies.
    ///   - jobs: the number of processes.
    ///   - isCancelled: whether nothing more is wanted.
    init(_ task: CopyTask, jobs: Int, isCancelled: @escaping () -> Bool) {
        self.task = task
        self.isCancelled = isCancelled
        let count = max(1, min(jobs, task.copies.count))
        lanes = (0..<count).map { lane in
            Lane(waiting: stride(from: lane, to: task.copies.count, by: count).map { task.copies[$0] }[...])
        }
    }

    /// Returns the copies in the next file or its failure; nil after the last.
    ///
    /// - Throws: a failure of the run, such as `cancelled` or that the form cannot be prepared.
    func next() throws -> Result<[ReadCopy], Failure>? {
        // All of them work from the start.
        if turn == 0 { for lane in lanes.indices { try start(lane) } }
        let lane = turn % lanes.count
        guard let path = lanes[lane].waiting.first else { return nil }
        turn += 1
        if lanes[lane].process == nil { try start(lane) }
        let result = try read(path, lane)
        lanes[lane].waiting.removeFirst()
        lanes[lane].begun -= 1
        if lanes[lane].begun == 0 { lanes[lane].process = nil }
        return result
    }

    private func start(_ lane: Int) throws {
        guard !lanes[lane].waiting.isEmpty else { return }
        var task = task
        task.copies = Array(lanes[lane].waiting.prefix(Self.copiesPerProcess))
        lanes[lane].process = try CopyReaderProcess(task)
        lanes[lane].begun = task.copies.count
    }

    private func read(_ path: String, _ lane: Int) throws -> Result<[ReadCopy], Failure> {
        guard let process = lanes[lane].process else { return .failure(.cancelled) }
        do {
            switch try process.next(isCancelled: isCancelled) {
            case .answers(let copies)?: return .success(copies)
            case .failed(let failure)? where process.isReady: return .failure(failure)
            case .failed(let failure)?: throw failure
            case .ready?, .progress?, .form?, nil:
                throw process.failure(reading: process.isReady ? NamedFile.name(path) : task.form?.fileName ?? "")
            }
        } catch let failure as Failure where process.isReady {
            // Another process reads the rest.
            lanes[lane].begun = 1
            return .failure(failure)
        }
    }
}

extension CopyTask {
    /// The form of a copy, and the failures of the copies before it.
    struct Found {
        var form: KnownForm?
        /// Why the first copies have none, in order.
        var failures: [Failure] = []
    }

    /// Looks for the first copy of a form with corrected fields, in other processes.
    ///
    /// - Parameters:
    ///   - arguments: the options of the store.
    ///   - isCancelled: whether nothing more is wanted.
    /// - Returns: the form, or only failures.
    /// - Throws: a failure of the run, such as `store_unavailable`.
    func found(_ arguments: [String], isCancelled: @escaping () -> Bool) throws -> Found {
        var found = Found()
        while found.failures.count < copies.count {
            var task = self
            task.copies = Array(copies.dropFirst(found.failures.count))
            let process = try CopyReaderProcess(task, arguments: arguments)
            var isRunning = true
            while isRunning {
                do {
                    switch try process.next(isCancelled: isCancelled) {
                    case .form(let form)?:
                        found.form = form
                        return found
                    case .failed(let failure)?:
                        // A store that cannot be read is no fault of the copy.
                        guard process.isReady, failure.code != .storeUnavailable else { throw failure }
                        found.failures.append(failure)
                    case .ready?, .progress?, .answers?: break
                    case nil:
                        isRunning = false
                        guard found.failures.count < copies.count else { break }
                        let failure = process.failure(reading: NamedFile.name(copies[found.failures.count]))
                        guard process.isReady else { throw failure }
                        found.failures.append(failure)
                    }
                } catch let failure as Failure where failure.code == .stageTimedOut {
                    isRunning = false
                    found.failures.append(failure)
                }
            }
        }
        return found
    }
}
