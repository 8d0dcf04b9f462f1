package import FailureModel
import Files
package import FormModel
package import Foundation
import KnownForms
package import LibCrypto

/// Templates of forms with their prints, as files to share.
///
/// `docs/use/template-packs.md` describes the files.
package struct TemplatePack: Sendable {
    /// What the pack is; `pack.json` in the files.
    private struct Manifest: Codable {
        var format = 1
        var name: String
    }

    /// Maximum number of templates.
    package static let countLimit = 2_000
    /// Maximum length of a pack's name in characters.
    package static let nameLimit = 200

    private var files: PackFiles
    /// The name.
    package let name: String
    /// The names of the forms in the pack's files, sorted.
    private var forms: [String] = []
    /// The pages (1-based) with prints of each form.
    private var printedPages: [String: [Int]] = [:]

    // MARK: Writing

    /// Creates an empty pack.
    ///
    /// - Throws: `Failure`: `invalid_template_pack` for a name that is empty, too long, or of several lines.
    package init(name: String) throws {
        self.name = try Self.validated(name)
        files = PackFiles()
        try files.add(.manifest, try JSONText.encode(Manifest(name: self.name)))
    }

    /// Adds a template, without what may be of the office that made it.
    ///
    /// - Parameters:
    ///   - template: the template.
    ///   - prints: the form's prints by page (0-based).
    ///   - initialValues: whether the initial values of the fields stay.
    /// - Throws: `Failure`: `input_too_large`.
    mutating func add(_ template: FormTemplate, prints: [Int: PagePrint], initialValues: Bool) throws {
        guard forms.count < Self.countLimit else {
            throw Failure(.inputTooLarge, "A pack has at most \(Self.countLimit) templates; make several.")
        }
        var shared = template
        shared.fields = template.fields.map { field in
            var field = field.withoutValue
            if !initialValues { field.initialValue = nil }
            return field
        }
        let form = PackPath.name(template.name, digest: template.digest)
        try files.add(.template(form), try JSONText.encode(shared))
        for (page, print) in prints.sorted(by: { $0.key < $1.key }) {
            try files.add(.print(form, page: page + 1), try JSONText.encode(try PrintText(print)))
        }
        forms.append(form)
        forms.sort()
    }

    /// Signs the pack.
    ///
    /// - Parameter key: a private key in PEM.
    /// - Returns: the public key as settings name it; see ``PackSettings``.
    /// - Throws: `Failure`: `invalid_signing_key`.
    package mutating func sign(withKey key: Data) throws(Failure) -> String {
        guard let key = try? PrivateKey(pem: key), let publicKey = key.ed25519PublicKey,
            let signature = key.ed25519Signature(of: files.checksums)
        else {
            throw Failure(
                .invalidSigningKey, "The key is not a private key for Ed25519 in PEM without a password.")
        }
        files.signature = signature
        return publicKey.text
    }

    /// Writes the pack to a folder or a ZIP file.
    ///
    /// A name that ends with `.zip` is that of a ZIP file. A folder with a pack is updated; what else is in it stays. It
    /// blocks.
    ///
    /// - Throws: `Failure`: `output_exists`, `output_unwritable`, `disk_full`.
    package func write(to url: URL) throws {
        if Self.isZIP(url) { try files.write(toZIP: url) } else { try files.write(toFolder: url) }
    }

    /// Returns whether the name of a file is that of a ZIP file.
    package static func isZIP(_ url: URL) -> Bool { url.pathExtension.lowercased() == "zip" }

    // MARK: Reading

    /// Reads a pack that is not trusted, from a folder or a ZIP file; blocks.
    ///
    /// Its templates and prints are checked when they are decoded.
    ///
    /// - Throws: `Failure`: `invalid_template_pack`, `input_too_large`, `input_unreadable`, `tool_missing`.
    package init(contentsOf url: URL) throws {
        files =
            Self.isZIP(url)
            ? try PackFiles(zip: try InputFile.read(url, limit: PackFiles.sizeLimit)) : try PackFiles(folder: url)
        guard let text = files.files[.manifest], let manifest = try? JSONDecoder().decode(Manifest.self, from: text)
        else { throw PackFiles.invalid("its pack.json is missing or damaged") }
        guard manifest.format == 1 else { throw PackFiles.invalid("its pack.json is from a later version") }
        name = try Self.validated(manifest.name)
        for path in files.files.keys {
            switch path {
            case .template(let form): forms.append(form)
            case .print(let form, let page):
                guard files.files[.template(form)] != nil else {
                    throw PackFiles.invalid("\(path.text) has no template")
                }
                printedPages[form, default: []].append(page)
            case .manifest: break
            }
        }
        guard !forms.isEmpty else { throw PackFiles.invalid("it has no templates") }
        forms.sort()
        guard forms.count <= Self.countLimit else {
            throw Failure(.inputTooLarge, "A pack has at most \(Self.countLimit) templates.")
        }
    }

    /// The number of templates.
    package var count: Int { forms.count }
    /// Whether the pack has a signature, valid or not.
    package var isSigned: Bool { files.signature != nil }

    /// Returns whether the pack is signed with a key.
    package func isSigned(with key: Ed25519PublicKey) -> Bool {
        files.signature.map { key.isValid($0, for: files.checksums) } ?? false
    }

    /// Returns a template, by its place in the order of the files.
    ///
    /// - Throws: `Failure`: `invalid_template`.
    private func template(at index: Int) throws(Failure) -> FormTemplate {
        let path = PackPath.template(forms[index])
        do throws(Failure) {
            return try FormTemplate(decoding: files.files[path] ?? Data(), name: path.text).validated()
        } catch {
            throw Failure(error.code, "\(path.text): \(error.message)", at: error.location)
        }
    }

    /// A template with the prints of its form.
    struct Entry: Sendable {
        let template: FormTemplate
        let prints: [EncodedPrint]
    }

    /// Decodes all templates and prints; blocks.
    ///
    /// - Throws: `Failure`: `invalid_template`, `invalid_template_pack`.
    func entries() throws -> [Entry] {
        var digests: Set<String> = []
        return try forms.indices.map { index in
            let template = try template(at: index)
            guard digests.insert(template.digest).inserted else {
                throw PackFiles.invalid(
                    "two templates have the digest of the same form, one of them “\(template.name)”")
            }
            let prints = try (printedPages[forms[index]] ?? []).sorted().map { page in
                try print(.print(forms[index], page: page), page: page, of: template)
            }
            return Entry(template: template, prints: prints)
        }
    }

    /// Decodes all templates and prints to see whether they can be imported; blocks.
    ///
    /// - Returns: the templates.
    /// - Throws: `Failure`: `invalid_template`, `invalid_template_pack`.
    package func checkedTemplates() throws -> [FormTemplate] { try entries().map(\.template) }

    private func print(_ path: PackPath, page: Int, of template: FormTemplate) throws -> EncodedPrint {
        guard page <= template.pages.count else {
            throw PackFiles.invalid("\(path.text) is for a page that the template does not have")
        }
        guard let data = files.files[path], let text = try? JSONDecoder().decode(PrintText.self, from: data),
            let print = try? text.print
        else { throw PackFiles.invalid("\(path.text) is damaged or from a later version") }
        return try EncodedPrint(print, page: page - 1)
    }

    private static func validated(_ name: String) throws(Failure) -> String {
        let line = try TypedText.line(name, "The name of a pack", limit: nameLimit, .invalidTemplatePack)
        guard !line.isEmpty else { throw Failure(.invalidTemplatePack, "The name of a pack is empty.") }
        return line
    }
}
