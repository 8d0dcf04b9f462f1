import CStageProcess
import Foundation
package import Pipeline

/// A record written by a child to its health pipe.
package enum HealthSignal: Sendable, Hashable {
    /// The child accepts requests.
    case ready
    /// The stage has started.
    case started
    /// The stage is running.
    case alive
    /// The process is alive, but its stage was idle since the last signal.
    ///
    /// None has worked or waited for a disk.
    case quiet
    /// The stage has completed a part of its work, optionally with its progress.
    case progressed(JobProgress?)
    /// The child is about to be killed by a signal.
    case crashed(CrashNote)

    static let size = MemoryLayout<stage_health>.size

    /// Creates a signal from a record; `nil` for a record no host writes.
    init?(_ record: stage_health) {
        switch stage_health_kind(record.kind) {
        case STAGE_READY: self = .ready
        case STAGE_STARTED: self = .started
        case STAGE_ALIVE: self = .alive
        case STAGE_QUIET: self = .quiet
        case STAGE_PROGRESSED: self = .progressed(record.counts == 0 ? nil : JobProgress(record))
        case STAGE_CRASHED:
            self = .crashed(
                CrashNote(signal: record.signal, errorNumber: record.error, dataLeft: Int64(clamping: record.data_left))
            )
        default: return nil
        }
    }

    /// Removes and returns all complete records in `buffer`.
    static func take(from buffer: inout Data) -> [HealthSignal] {
        var signals: [HealthSignal] = []
        while buffer.count >= size {
            let record = buffer.prefix(size).withUnsafeBytes { $0.loadUnaligned(as: stage_health.self) }
            buffer = Data(buffer.dropFirst(size))
            if let signal = HealthSignal(record) { signals.append(signal) }
        }
        return signals
    }
}

extension JobProgress {
    /// Creates the progress of a child's record, clamped to the valid range.
    fileprivate init(_ record: stage_health) {
        let unit = withUnsafeBytes(of: record.unit) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        self.init(
            completed: Int(clamping: record.completed), total: Int(clamping: record.total),
            unit: unit.isEmpty ? nil : unit)
    }
}

/// The report of a fatal signal's handler.
package struct CrashNote: Sendable, Hashable {
    let signal: Int32
    /// The `errno` of the crashed thread.
    let errorNumber: Int32
    /// The number of bytes left within `RLIMIT_DATA`.
    let dataLeft: Int64
}
