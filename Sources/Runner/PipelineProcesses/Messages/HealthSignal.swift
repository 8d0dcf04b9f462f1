import CStageProcess
import Foundation
package import Pipeline

/// A record that a child writes to its health pipe.
package enum HealthSignal: Sendable, Hashable {
    /// The child accepts requests.
    case ready
    /// The stage has started.
    case started
    /// The stage is running.
    case alive
    /// The process is alive, but since the previous signal no thread of the stage has worked or waited for a disk.
    case quiet
    /// The stage has completed a part of its work; the progress is included if the stage reports it.
    case progressed(JobProgress?)
    /// The child is about to be killed by a signal.
    case crashed(CrashNote)

    static let size = MemoryLayout<stage_health>.size

    /// Creates a signal from a record; `nil` if a host does not write such a record.
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

    /// Removes and returns all complete records in `buffer`; the rest stays there.
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
    /// The progress in a child's record, clamped to the valid range.
    fileprivate init(_ record: stage_health) {
        let unit = withUnsafeBytes(of: record.unit) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        self.init(
            completed: Int(clamping: record.completed), total: Int(clamping: record.total),
            unit: unit.isEmpty ? nil : unit)
    }
}

/// What the handler of a fatal signal could report.
package struct CrashNote: Sendable, Hashable {
    let signal: Int32
    /// The C `errno` of the thread that crashed.
    let errorNumber: Int32
    /// How many more bytes `RLIMIT_DATA` would have allowed.
    let dataLeft: Int64
}
