/// The description of the project's APIs, and the templates and assets of the pages of families.
package enum StorytellingResources {
    /// The files by name.
    package static let files: [String: [UInt8]] = [
        "artwork-card.mjs": PackageResources.artwork_card_mjs,
        "artwork-draft.mjs": PackageResources.artwork_draft_mjs,
        "artwork-form.mjs": PackageResources.artwork_form_mjs,
        "artwork-view.mjs": PackageResources.artwork_view_mjs,
        "books-view.mjs": PackageResources.books_view_mjs,
        "books.openapi.yaml": PackageResources.books_openapi_yaml,
        "comments-view.mjs": PackageResources.comments_view_mjs,
        "deleted-view.mjs": PackageResources.deleted_view_mjs,
        "family-view.mjs": PackageResources.family_view_mjs,
        "feed-view.mjs": PackageResources.feed_view_mjs,
        "pictures.openapi.yaml": PackageResources.pictures_openapi_yaml,
        "reactions-view.mjs": PackageResources.reactions_view_mjs,
        "rows.openapi.yaml": PackageResources.rows_openapi_yaml,
        "sign-in-view.mjs": PackageResources.sign_in_view_mjs,
        "stories.css": PackageResources.stories_css,
        "stories.mjs": PackageResources.stories_mjs,
        "stories.mustache": PackageResources.stories_mustache,
        "story-api.mjs": PackageResources.story_api_mjs,
        "story-changes.mjs": PackageResources.story_changes_mjs,
        "story-session.mjs": PackageResources.story_session_mjs,
        "story-text.mjs": PackageResources.story_text_mjs,
    ]
}
