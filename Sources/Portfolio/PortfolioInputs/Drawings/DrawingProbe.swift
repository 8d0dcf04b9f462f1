import FailureModel
import FormImport
import Foundation
import Rsvg

/// Finds out whether a drawing can be drawn in a sensible time, by drawing it small.
///
/// Filters, masks and groups that let something shine through take time for each pixel of the picture, whatever they show,
/// and a file of a few hundred bytes can have thousands of them. librsvg cannot be interrupted.
enum DrawingProbe {
    /// The sides of the pictures that are drawn, in pixels.
    private static let sides = [64, 128, 512]
    /// The processor time that a drawing may take.
    static let limit = Duration.seconds(15)

    /// Checks a drawing.
    ///
    /// - Parameters:
    ///   - drawing: is drawn up to three times, as long as it is not clear whether it is too slow.
    ///   - side: the longer side in pixels of the picture that is to be drawn.
    /// - Throws: `damaged_document` if that would take too long; `RsvgError`.
    static func check(_ drawing: Drawing, side: Int) throws {
        var earlier: (time: Duration, pixels: Double)?
        for small in sides where small < side {
            let scale = Double(small) / max(drawing.width, drawing.height)
            let (width, height) = (max(1, Int(drawing.width * scale)), max(1, Int(drawing.height * scale)))
            let time = try Self.time {
                _ = try drawing.pixels(width: width, height: height)
            }
            let share = pow(Double(side) / Double(small), 2)
            if time * share < limit { return }
            let pixels = Double(small * small)
            if let earlier {
                // What takes its time for each element does so only once.
                let growth = max(.zero, time - earlier.time) / (pixels - earlier.pixels)
                let whole = time + growth * (pixels * share - pixels)
                if whole > limit { throw DrawingCosts.tooSlow }
                if whole * 2 < limit { return }
            } else if time > limit {
                throw DrawingCosts.tooSlow
            }
            earlier = (time, pixels)
        }
    }

    /// The processor time of a call; librsvg draws on the thread that calls it.
    private static func time(_ body: () throws -> Void) rethrows -> Duration {
        let start = processorTime
        try body()
        return processorTime - start
    }

    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
