import Cairo
import FailureModel
import FormModel
import Foundation
import QPDF

/// Drawings of widgets with their values, one on each page.
///
/// A page begins at the widget's top-left corner.
final class WidgetSheet {
    private let target: ComposeTarget
    private let sheet = OverlaySheet()
    private var pageCount = 0

    init(for target: ComposeTarget) { self.target = target }

    /// Draws a widget with a value on the next page.
    ///
    /// - Returns: the page (0-based) and the report entry.
    /// - Throws: `Failure`, as the compose stage does; the page is then in the file, but incomplete.
    func draw(
        _ value: BoundValue, in widget: Widget, by composer: Composer, _ texts: inout RecordTexts
    ) throws(Failure) -> (page: Int, entry: FillReport.Entry) {
        let context: DrawingContext
        do {
            context = try sheet.beginPage(PageSize(width: widget.region.width, height: widget.region.height))
        } catch {
            throw target.unforeseen(error)
        }
        pageCount += 1
        var result: Result<FillReport.Entry, Failure> = .failure(Failure(.internalError, "Nothing was drawn."))
        context.saved {
            context.translate(x: -widget.region.x, y: -widget.region.y)
            context.turned(by: widget.look.rotation, about: widget.region) {
                WidgetLook.draw(widget.upright, on: context)
            }
            do throws(Failure) {
                result = .success(
                    try composer.draw(value, skew: 0, widget: widget, of: target, &texts, on: context))
            } catch {
                result = .failure(error)
            }
        }
        return (pageCount - 1, try result.get())
    }

    /// Draws the states of a button that lacks appearances for them.
    ///
    /// - Parameters:
    ///   - widget: the button.
    ///   - value: the state to report.
    ///   - composer: draws the marks.
    /// - Returns: the appearances of the button, and the report entry.
    /// - Throws: `Failure` if the drawing cannot be made.
    func drawStates(
        of widget: Widget, _ value: BoundValue, by composer: Composer
    ) throws(Failure) -> (look: WidgetFilling.Look, entry: FillReport.Entry) {
        var none = RecordTexts()
        func page(_ isOn: Bool) throws(Failure) -> Int {
            var value = value
            value.content = .checked(isOn)
            return try draw(value, in: widget, by: composer, &none).page
        }
        let on = widget.hasMark ? nil : try page(true)
        return (.states(on: on, off: try page(false)), composer.entry(for: value))
    }

    /// Returns the file of the drawings, or nil if it has no pages.
    func finish() throws(Failure) -> Data? {
        do {
            return try sheet.finish()
        } catch {
            throw target.unforeseen(error)
        }
    }
}
