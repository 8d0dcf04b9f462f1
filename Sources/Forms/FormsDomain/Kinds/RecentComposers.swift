import FailureModel
import FormModel
import FormFilling
import FormImport
import Foundation
import Pipeline
import Synchronization

/// The form that this process last filled for a picture.
///
/// A person who types sees the same page again after every value, and preparing the form takes longer than drawing the
/// values.
final class RecentComposers: Sendable {
    private struct Known {
        let original: ContentID
        let fields: ContentID?
        let template: FormTemplate?
        let composer: PageComposer
    }

    private let options: ComposeOptions
    private let recent = Mutex<Known?>(nil)

    init(options: ComposeOptions) {
        self.options = options
    }

    /// Returns a composer for the document with its fields.
    func composer(
        for document: ImportedDocument, _ template: FormTemplate?, _ context: StageContext
    ) throws -> PageComposer {
        let original = context.document.content
        let fields = context.artefact(FormKind.ArtefactName.fields)?.content
        if let known = recent.withLock({ $0 }), known.original == original, known.fields == fields,
            known.template == template
        {
            return known.composer
        }
        let detected = try StoredFields.description(in: context)
        let composer = PageComposer(
            document, description: template.map { AppliedTemplate($0, on: detected).description } ?? detected,
            options: options)
        recent.withLock {
            $0 = Known(original: original, fields: fields, template: template, composer: composer)
        }
        return composer
    }
}

/// Fills single pages of a form with the valid ones of given values.
struct PageComposer: Sendable {
    private let binder: Binder
    private let composer: RecordComposer

    init(_ document: ImportedDocument, description: FormDescription, options: ComposeOptions) {
        binder = Binder(fields: description.fields, pages: description.pages).keeping(KeptValues(of: document))
        composer = RecordComposer(document, description: description, options: options)
    }

    /// Returns the document with the values of one page (0-based), and omitted values.
    func page(_ page: Int, with entries: [ValueEntry]) throws(Failure) -> (
        pdf: Data, problems: [PictureReply.Problem]
    ) {
        var (values, problems) = bind(entries)
        values = values.filter { $0.field.page == page }
        while true {
            do throws(Failure) {
                return (try composer.compose(values).pdf, problems)
            } catch {
                // Drawing reports one value at a time.
                let names = Set(error.fields)
                let refused = values.filter { names.contains($0.field.name) }
                guard !refused.isEmpty else { throw error }
                values.removeAll { names.contains($0.field.name) }
                problems += refused.map { .init(key: $0.key, field: $0.field.id, failure: error) }
            }
        }
    }

    private func bind(_ entries: [ValueEntry]) -> ([BoundValue], [PictureReply.Problem]) {
        do throws(Failure) {
            return (try binder.bind(entries), [])
        } catch {
            return bindUsable(entries)
        }
    }

    private func bindUsable(_ entries: [ValueEntry]) -> ([BoundValue], [PictureReply.Problem]) {
        var usable: [ValueEntry] = []
        var problems: [PictureReply.Problem] = []
        for entry in entries {
            do throws(Failure) {
                _ = try binder.bind([entry])
                usable.append(entry)
            } catch {
                problems.append(.init(key: entry.key, field: nil, failure: error))
            }
        }
        do throws(Failure) {
            return (try binder.bind(usable), problems)
        } catch {
            // Each is valid, but some contradict each other.
            let names = Set(error.all.flatMap(\.fields))
            let refused = usable.filter { entry in
                (try? binder.fields(named: entry.key))?.contains { names.contains($0.name) } ?? true
            }
            problems += refused.map { .init(key: $0.key, field: nil, failure: error) }
            let keys = Set(refused.map(\.key))
            return ((try? binder.bind(usable.filter { !keys.contains($0.key) })) ?? [], problems)
        }
    }
}
