import CStageProcess
import Foundation
package import Pipeline

/// A sign of life from a child, one record on its pipe.
package enum HealthSignal: Sendable, Hashable {
    /// It takes requests.
    case ready
    /// The stage has begun.
    case started
    /// The stage goes on.
    case alive
    /// The process lives, but since the last sign no thread of the stage has worked or waited for a disk.
    case quiet
    /// The stage has done a part of its work, and how far it has come, where it says so.
    case progressed(JobProgress?)
    /// It is about to die of a signal.
    case crashed(CrashNote)

    static let size = MemoryLayout<stage_health>.size

    /// `nil` where the record is none that a host writes.
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

    /// All whole records in `buffer`, which keeps the rest.
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
    /// As a child reports it; whatever it is, it is brought into range.
    fileprivate init(_ record: stage_health) {
        let unit = withUnsafeBytes(of: record.unit) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        self.init(
            completed: Int(clamping: record.completed), total: Int(clamping: record.total),
            unit: unit.isEmpty ? nil : unit)
    }
}

/// What the handler of a fatal signal could say.
package struct CrashNote: Sendable, Hashable {
    let signal: Int32
    /// The C `errno` of the thread that crashed.
    let errorNumber: Int32
    /// How many bytes more `RLIMIT_DATA` would have allowed.
    let dataLeft: Int64
}
