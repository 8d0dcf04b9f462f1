// The released steps to the tables in SQLite, which are never changed.
extension StorytellingTables {
    /// The tables of families.
    ///
    /// Users are referenced by their UUIDs, which belong to the accounts, because a family outlives its users.
    static let tables = """
        CREATE TABLE storytelling_families (
            id TEXT PRIMARY KEY, name TEXT NOT NULL, created_by TEXT, created_at TEXT NOT NULL
        ) STRICT;
        CREATE TABLE storytelling_members (
            id TEXT PRIMARY KEY,
            family_id TEXT NOT NULL REFERENCES storytelling_families (id) ON DELETE CASCADE,
            user_id TEXT NOT NULL,
            role TEXT NOT NULL CHECK (role IN ('owner', 'parent', 'member', 'viewer')),
            nickname TEXT, joined_at TEXT NOT NULL,
            UNIQUE (family_id, user_id)
        ) STRICT;
        CREATE INDEX storytelling_members_by_user ON storytelling_members (user_id);
        CREATE TABLE storytelling_invites (
            id TEXT PRIMARY KEY,
            family_id TEXT NOT NULL REFERENCES storytelling_families (id) ON DELETE CASCADE,
            code TEXT NOT NULL UNIQUE,
            role TEXT NOT NULL CHECK (role IN ('parent', 'member', 'viewer')),
            nickname TEXT, expires_at TEXT NOT NULL, used_at TEXT, created_by TEXT NOT NULL, created_at TEXT NOT NULL
        ) STRICT;
        CREATE INDEX storytelling_invites_by_family ON storytelling_invites (family_id);
        CREATE INDEX storytelling_invites_by_user ON storytelling_invites (created_by);
        CREATE TABLE storytelling_children (
            id TEXT PRIMARY KEY,
            family_id TEXT NOT NULL REFERENCES storytelling_families (id) ON DELETE CASCADE,
            name TEXT NOT NULL, birth_date TEXT, avatar_color TEXT, avatar_url TEXT, created_at TEXT NOT NULL
        ) STRICT;
        CREATE INDEX storytelling_children_by_family ON storytelling_children (family_id);
        CREATE INDEX storytelling_children_by_avatar ON storytelling_children (avatar_url)
            WHERE avatar_url IS NOT NULL;
        -- Without a reference to the family: the documents go after it, by the sweep.
        CREATE TABLE storytelling_pictures (
            id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, family_id TEXT NOT NULL,
            document TEXT NOT NULL UNIQUE REFERENCES documents (id) ON DELETE CASCADE,
            uploaded_by TEXT, uploaded_at TEXT NOT NULL
        ) STRICT;
        CREATE INDEX storytelling_pictures_by_family ON storytelling_pictures (family_id);
        CREATE INDEX storytelling_pictures_by_user ON storytelling_pictures (uploaded_by);
        CREATE TABLE storytelling_artworks (
            id TEXT PRIMARY KEY,
            family_id TEXT NOT NULL REFERENCES storytelling_families (id) ON DELETE CASCADE,
            child_id TEXT NOT NULL REFERENCES storytelling_children (id) ON DELETE CASCADE,
            title TEXT NOT NULL, story TEXT, image_url TEXT NOT NULL, thumbnail_url TEXT, moment_photo_url TEXT,
            created_date TEXT NOT NULL, description TEXT, tags TEXT NOT NULL CHECK (json_valid(tags)),
            is_favorite INTEGER NOT NULL CHECK (is_favorite IN (0, 1)),
            uploaded_by TEXT, uploaded_at TEXT NOT NULL, document TEXT, deleted_at TEXT
        ) STRICT;
        CREATE INDEX storytelling_artworks_by_family ON storytelling_artworks (family_id, created_date);
        -- The feed names no family: its first page is found here without sorting.
        CREATE INDEX storytelling_artworks_by_date ON storytelling_artworks (created_date) WHERE deleted_at IS NULL;
        CREATE INDEX storytelling_artworks_by_child ON storytelling_artworks (child_id, created_date);
        CREATE INDEX storytelling_artworks_by_image ON storytelling_artworks (image_url);
        CREATE INDEX storytelling_artworks_by_thumbnail ON storytelling_artworks (thumbnail_url)
            WHERE thumbnail_url IS NOT NULL;
        CREATE INDEX storytelling_artworks_by_moment ON storytelling_artworks (moment_photo_url)
            WHERE moment_photo_url IS NOT NULL;
        CREATE INDEX storytelling_artworks_by_user ON storytelling_artworks (uploaded_by);
        CREATE INDEX storytelling_artworks_deleted ON storytelling_artworks (deleted_at) WHERE deleted_at IS NOT NULL;
        CREATE TABLE storytelling_reactions (
            id TEXT PRIMARY KEY,
            artwork_id TEXT NOT NULL REFERENCES storytelling_artworks (id) ON DELETE CASCADE,
            user_id TEXT NOT NULL, emoji_type TEXT NOT NULL, created_at TEXT NOT NULL, family_id TEXT NOT NULL,
            UNIQUE (artwork_id, user_id)
        ) STRICT;
        CREATE INDEX storytelling_reactions_by_user ON storytelling_reactions (user_id);
        CREATE TABLE storytelling_comments (
            id TEXT PRIMARY KEY,
            artwork_id TEXT NOT NULL REFERENCES storytelling_artworks (id) ON DELETE CASCADE,
            user_id TEXT NOT NULL, text TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
            family_id TEXT NOT NULL
        ) STRICT;
        CREATE INDEX storytelling_comments_by_artwork ON storytelling_comments (artwork_id, created_at);
        CREATE INDEX storytelling_comments_by_user ON storytelling_comments (user_id);
        -- What changed, for listeners: no content, only where to read it. The time is SQLite's own.
        CREATE TABLE storytelling_changes (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            at INTEGER NOT NULL DEFAULT (CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)),
            name TEXT NOT NULL, verb TEXT NOT NULL, row TEXT NOT NULL, family TEXT NOT NULL
        ) STRICT;
        CREATE INDEX storytelling_changes_by_time ON storytelling_changes (at);
        -- Another picture under the same name.
        CREATE TRIGGER storytelling_pictures_replaced AFTER UPDATE OF document ON storytelling_pictures
        WHEN OLD.document <> NEW.document BEGIN
            UPDATE storytelling_artworks SET document = NEW.document WHERE image_url = NEW.name;
        END;
        -- Statements that concern several owners at once see one another here only.
        CREATE TRIGGER storytelling_members_keep_owner AFTER UPDATE OF role ON storytelling_members
        WHEN OLD.role = 'owner' BEGIN
            \(keepOwner);
        END;
        CREATE TRIGGER storytelling_members_leave_owner AFTER DELETE ON storytelling_members
        WHEN OLD.role = 'owner' BEGIN
            \(keepOwner);
        END;
        """

    /// The pieces of artworks in watched folders, without file names.
    ///
    /// For a created row, only its ID is kept.
    static let drops = """
        CREATE TABLE storytelling_drops (
            key TEXT PRIMARY KEY CHECK (length(key) = 64),
            family_id TEXT NOT NULL REFERENCES storytelling_families (id) ON DELETE CASCADE,
            artwork_id TEXT REFERENCES storytelling_artworks (id) ON DELETE CASCADE,
            picture TEXT, taken TEXT, moment TEXT,
            child_id TEXT REFERENCES storytelling_children (id) ON DELETE SET NULL,
            created_date TEXT, title TEXT, story TEXT, added_at TEXT NOT NULL
        ) STRICT;
        CREATE INDEX storytelling_drops_by_family ON storytelling_drops (family_id);
        CREATE INDEX storytelling_drops_by_artwork ON storytelling_drops (artwork_id) WHERE artwork_id IS NOT NULL;
        CREATE INDEX storytelling_drops_by_child ON storytelling_drops (child_id) WHERE child_id IS NOT NULL;
        """

    /// Triggers that hide the pictures of removed artworks.
    ///
    /// The rows of artworks are removed after their time, or with their child. Their pictures must not become pictures
    /// without a row, which the family could read by name.
    static let hiddenPictures = """
        ALTER TABLE storytelling_pictures ADD COLUMN hidden_at TEXT;
        CREATE INDEX storytelling_pictures_hidden ON storytelling_pictures (hidden_at) WHERE hidden_at IS NOT NULL;
        CREATE TRIGGER storytelling_artworks_hide_pictures AFTER DELETE ON storytelling_artworks BEGIN
            UPDATE storytelling_pictures SET hidden_at = strftime('%Y-%m-%dT%H:%M:%f000+00:00', 'now')
            WHERE hidden_at IS NULL AND name IN (OLD.image_url, OLD.thumbnail_url, OLD.moment_photo_url);
        END;
        CREATE TRIGGER storytelling_children_hide_picture AFTER DELETE ON storytelling_children
        WHEN OLD.avatar_url IS NOT NULL BEGIN
            UPDATE storytelling_pictures SET hidden_at = strftime('%Y-%m-%dT%H:%M:%f000+00:00', 'now')
            WHERE hidden_at IS NULL AND name = OLD.avatar_url;
        END;
        """

    /// The families of watched folders, without a foreign key.
    ///
    /// The folder of a deleted family belongs to nobody.
    static let folders = """
        CREATE TABLE storytelling_folders (
            key TEXT PRIMARY KEY CHECK (length(key) = 64), family_id TEXT NOT NULL
        ) STRICT;
        """

    /// Families during an import, invisible to all, with the time of their last progress.
    ///
    /// The time is in milliseconds.
    static let imports = """
        CREATE TABLE storytelling_imports (
            family_id TEXT PRIMARY KEY REFERENCES storytelling_families (id) ON DELETE CASCADE, at INTEGER NOT NULL
        ) STRICT;
        """

    /// Indexes that find the deleted and the other artworks of a picture, in both engines.
    ///
    /// Otherwise each changed artwork would look at all artworks with its picture.
    static let deletedArtworks = """
        DROP INDEX storytelling_artworks_by_image;
        DROP INDEX storytelling_artworks_by_thumbnail;
        DROP INDEX storytelling_artworks_by_moment;
        CREATE INDEX storytelling_artworks_by_image ON storytelling_artworks (image_url, deleted_at);
        CREATE INDEX storytelling_artworks_by_thumbnail ON storytelling_artworks (thumbnail_url, deleted_at)
            WHERE thumbnail_url IS NOT NULL;
        CREATE INDEX storytelling_artworks_by_moment ON storytelling_artworks (moment_photo_url, deleted_at)
            WHERE moment_photo_url IS NOT NULL;
        """

    private static let keepOwner = """
        SELECT RAISE(ABORT, 'a family keeps an owner')
        WHERE EXISTS (SELECT 1 FROM storytelling_families WHERE id = OLD.family_id)
            AND NOT EXISTS (
                SELECT 1 FROM storytelling_members WHERE family_id = OLD.family_id AND role = 'owner')
        """

    /// Triggers record every change of a row, even by cascades, in the same transaction.
    static let changes =
        [
            ("families", "families", "id"), ("members", "family_members", "family_id"),
            ("invites", "family_invites", "family_id"), ("children", "children", "family_id"),
            ("reactions", "artwork_reactions", "family_id"), ("comments", "artwork_comments", "family_id"),
        ].map { table, name, family in
            trigger("INSERT", "INSERT", on: table, as: name, "NEW", family, when: "1")
                + trigger("UPDATE", "UPDATE", on: table, as: name, "NEW", family, when: "1")
                + trigger("DELETE", "DELETE", on: table, as: name, "OLD", family, when: "1")
        } + [
            // A deleted artwork is hidden before it is removed, and can be restored.
            trigger("INSERT", "INSERT", when: "NEW.deleted_at IS NULL")
                + trigger("UPDATE", "UPDATE", when: "OLD.deleted_at IS NULL AND NEW.deleted_at IS NULL")
                + trigger("UPDATE", "DELETE", when: "OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL")
                + trigger("UPDATE", "INSERT", when: "OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL")
                + trigger("DELETE", "DELETE", "OLD", when: "OLD.deleted_at IS NULL")
        ]

    private static func trigger(
        _ event: String, _ verb: String, on table: String = "artworks", as name: String = "artworks",
        _ row: String = "NEW", _ family: String = "family_id", when condition: String
    ) -> String {
        """
        CREATE TRIGGER storytelling_\(table)_\(event.lowercased())_is_\(verb.lowercased())
        AFTER \(event) ON storytelling_\(table) WHEN \(condition) BEGIN
            INSERT INTO storytelling_changes (name, verb, row, family)
            VALUES ('\(name)', '\(verb)', \(row).id, \(row).\(family));
        END;

        """
    }
}
