public import FormsAPI
public import Foundation
public import Observation
public import ServiceConnection

/// The model of the screen for filling a form.
@MainActor @Observable public final class DocumentModel {
    /// The step of the flow.
    public enum Step: Sendable, Hashable {
        /// No form was chosen yet.
        case empty
        /// The file is being sent.
        case uploading
        /// The fields are being found.
        case analysing
        /// The fields can be filled in.
        case editing
        /// The PDF is being made.
        case filling
        /// The PDF is ready; the values can still be changed.
        case filled
    }

    /// The step of the flow.
    public private(set) var step = Step.empty
    /// The form with its fields.
    public private(set) var detail: DocumentDetail?
    /// The part of the file that was sent, from 0 to 1.
    public private(set) var progress = 0.0
    /// The stage that is running, such as `detect`.
    public private(set) var stage: String?
    /// The values as they are typed, by field.
    public var values: [UUID: String] = [:]
    /// The problems with values, by field.
    public private(set) var fieldProblems: [UUID: String] = [:]
    /// The filled form, a PDF file.
    public private(set) var pdf: Data?
    /// The state of the last action.
    public var state: LoadingState { request.state }

    private let client: FormwrightClient
    private let interval: Duration
    private let request = ScreenRequest()

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - client: sends the form.
    ///   - interval: the polling interval where the service cannot send events.
    public init(_ client: FormwrightClient, polling interval: Duration = .seconds(1)) {
        self.client = client
        self.interval = interval
    }

    /// The fields in reading order.
    public var components: [FieldComponent] { detail?.components ?? [] }

    /// Whether a check box is ticked.
    public func isTicked(_ field: UUID) -> Bool { values[field] == "true" }

    /// Ticks a check box, or clears it.
    public func setTicked(_ isTicked: Bool, _ field: UUID) { values[field] = isTicked ? "true" : "false" }

    // MARK: Actions

    /// Uploads a form and finds its fields.
    public func open(_ file: URL) async {
        step = .uploading
        (detail, pdf, progress) = (nil, nil, 0)
        (values, fieldProblems) = ([:], [:])
        await run(orElse: .empty) { model, number in
            let uploaded = try await model.client.upload(contentsOf: file) { [weak model] sent, total in
                Task { @MainActor in model?.advance(to: Double(sent) / Double(max(1, total)), of: number) }
            }
            guard model.request.isNewest(number) else { return }
            model.step = .analysing
            try await model.client.process(uploaded.documentId)
            try await model.settle(uploaded.documentId, number)
        }
    }

    /// Shows a form that was uploaded earlier, with its stored values.
    public func load(_ id: UUID) async {
        await run(orElse: step) { model, number in
            let detail = try await model.client.document(id)
            let stored = try await model.client.values(of: id)
            guard model.request.isNewest(number) else { return }
            model.values = Dictionary(stored.map { ($0.fieldRegionId, $0.value) }) { $1 }
            (model.fieldProblems, model.pdf) = ([:], nil)
            model.show(detail)
            switch detail.document.status {
            case .processing, .filling: try await model.settle(id, number)
            case .filled: try await model.download(number)
            case .imported, .ready, .failed: break
            }
        }
    }

    /// Stores the values and makes the PDF.
    ///
    /// What was typed stays if a value is refused; ``fieldProblems`` says why.
    public func fill() async {
        guard let id = detail?.document.id, step == .editing || step == .filled else { return }
        let inputs = values.sorted { $0.key.uuidString < $1.key.uuidString }.map {
            FieldValueInput(fieldRegionId: $0.key, value: $0.value)
        }
        let before = step
        step = .filling
        fieldProblems = [:]
        await run(orElse: before) { model, number in
            try await model.client.submit(inputs, to: id)
            try await model.client.compose(id)
            try await model.settle(id, number)
        }
    }

    /// Clears the screen for another form.
    public func reset() {
        request.reset()
        (step, detail, pdf, stage) = (.empty, nil, nil, nil)
        (values, fieldProblems) = ([:], [:])
        progress = 0
    }

    // MARK: Work

    /// Waits for the stages and shows their result.
    private func settle(_ id: UUID, _ number: Int) async throws {
        let detail = try await client.settled(id, polling: interval) { [weak self] event in
            Task { @MainActor in self?.note(event, of: number) }
        }
        guard request.isNewest(number) else { return }
        show(detail)
        if let failure = detail.failure { throw ServiceError(error: failure.code, message: failure.message) }
        if detail.document.status == .filled { try await download(number) }
    }

    private func download(_ number: Int) async throws {
        guard let id = detail?.document.id else { return }
        let pdf = try await client.filledPDF(of: id)
        guard request.isNewest(number) else { return }
        self.pdf = pdf
        step = .filled
    }

    private func show(_ detail: DocumentDetail) {
        self.detail = detail
        stage = nil
        step =
            switch detail.document.status {
            case .imported, .processing: .analysing
            case .filling: .filling
            case .ready, .failed: .editing
            case .filled: .filled
            }
    }

    private func advance(to part: Double, of number: Int) {
        guard request.isNewest(number), step == .uploading else { return }
        progress = max(progress, part)
    }

    private func note(_ event: DocumentEvent, of number: Int) {
        guard request.isNewest(number), state.isLoading, let stage = event.stage else { return }
        self.stage = stage
    }

    private func run(
        orElse before: Step, _ work: @MainActor (DocumentModel, _ number: Int) async throws -> Void
    ) async {
        let number = request.begin()
        do {
            try await work(self, number)
            if request.isNewest(number) { request.succeed() }
        } catch {
            guard request.isNewest(number) else { return }
            request.fail(error, of: number)
            stage = nil
            if detail == nil || step == .uploading || step == .filling { step = detail == nil ? .empty : before }
            for problem in (error as? ServiceError)?.fields ?? [] {
                if let field = UUID(uuidString: problem.fieldRegionId) { fieldProblems[field] = problem.message }
            }
        }
    }
}
