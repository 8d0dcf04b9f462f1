extension StorytellingTables {
    /// All tables of the newest version, and the triggers.
    static let postgreSQL =
        families + triggers
        + feedTriggers.map { table, name, family in
            """
            CREATE TRIGGER storytelling_\(table)_changed AFTER INSERT OR UPDATE OR DELETE ON storytelling_\(table)
                FOR EACH ROW EXECUTE FUNCTION storytelling_record('\(name)', '\(family)');

            """
        }.joined()

    private static let families = """
        CREATE TABLE storytelling_families (
            id text COLLATE "C" PRIMARY KEY, name text COLLATE "C" NOT NULL, created_by text COLLATE "C", created_at text COLLATE "C" NOT NULL
        );
        CREATE TABLE storytelling_members (
            id text COLLATE "C" PRIMARY KEY,
            family_id text COLLATE "C" NOT NULL REFERENCES storytelling_families (id) ON DELETE CASCADE,
            user_id text COLLATE "C" NOT NULL,
            role text COLLATE "C" NOT NULL CHECK (role IN ('owner', 'parent', 'member', 'viewer')),
            nickname text COLLATE "C", joined_at text COLLATE "C" NOT NULL,
            UNIQUE (family_id, user_id)
        );
        CREATE INDEX storytelling_members_by_user ON storytelling_members (user_id);
        CREATE TABLE storytelling_invites (
            id text COLLATE "C" PRIMARY KEY,
            family_id text COLLATE "C" NOT NULL REFERENCES storytelling_families (id) ON DELETE CASCADE,
            code text COLLATE "C" NOT NULL UNIQUE,
            role text COLLATE "C" NOT NULL CHECK (role IN ('parent', 'member', 'viewer')),
            nickname text COLLATE "C", expires_at text COLLATE "C" NOT NULL, used_at text COLLATE "C", created_by text COLLATE "C" NOT NULL, created_at text COLLATE "C" NOT NULL
        );
        CREATE INDEX storytelling_invites_by_family ON storytelling_invites (family_id);
        CREATE INDEX storytelling_invites_by_user ON storytelling_invites (created_by);
        CREATE TABLE storytelling_children (
            id text COLLATE "C" PRIMARY KEY,
            family_id text COLLATE "C" NOT NULL REFERENCES storytelling_families (id) ON DELETE CASCADE,
            name text COLLATE "C" NOT NULL, birth_date text COLLATE "C", avatar_color text COLLATE "C", avatar_url text COLLATE "C", created_at text COLLATE "C" NOT NULL
        );
        CREATE INDEX storytelling_children_by_family ON storytelling_children (family_id);
        CREATE INDEX storytelling_children_by_avatar ON storytelling_children (avatar_url)
            WHERE avatar_url IS NOT NULL;
        -- Without a reference to the family: the documents go after it, by the sweep.
        CREATE TABLE storytelling_pictures (
            id text COLLATE "C" PRIMARY KEY, name text COLLATE "C" NOT NULL UNIQUE, family_id text COLLATE "C" NOT NULL,
            document text COLLATE "C" NOT NULL UNIQUE REFERENCES documents (id) ON DELETE CASCADE,
            uploaded_by text COLLATE "C", uploaded_at text COLLATE "C" NOT NULL, hidden_at text COLLATE "C"
        );
        CREATE INDEX storytelling_pictures_by_family ON storytelling_pictures (family_id);
        CREATE INDEX storytelling_pictures_by_user ON storytelling_pictures (uploaded_by);
        CREATE INDEX storytelling_pictures_hidden ON storytelling_pictures (hidden_at) WHERE hidden_at IS NOT NULL;
        CREATE TABLE storytelling_artworks (
            id text COLLATE "C" PRIMARY KEY,
            family_id text COLLATE "C" NOT NULL REFERENCES storytelling_families (id) ON DELETE CASCADE,
            child_id text COLLATE "C" NOT NULL REFERENCES storytelling_children (id) ON DELETE CASCADE,
            title text COLLATE "C" NOT NULL, story text COLLATE "C", image_url text COLLATE "C" NOT NULL, thumbnail_url text COLLATE "C", moment_photo_url text COLLATE "C",
            created_date text COLLATE "C" NOT NULL, description text COLLATE "C", tags text COLLATE "C" NOT NULL CHECK (CAST(tags AS json) IS NOT NULL),
            is_favorite bigint NOT NULL CHECK (is_favorite IN (0, 1)),
            uploaded_by text COLLATE "C", uploaded_at text COLLATE "C" NOT NULL, document text COLLATE "C", deleted_at text COLLATE "C"
        );
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
            id text COLLATE "C" PRIMARY KEY,
            artwork_id text COLLATE "C" NOT NULL REFERENCES storytelling_artworks (id) ON DELETE CASCADE,
            user_id text COLLATE "C" NOT NULL, emoji_type text COLLATE "C" NOT NULL, created_at text COLLATE "C" NOT NULL, family_id text COLLATE "C" NOT NULL,
            UNIQUE (artwork_id, user_id)
        );
        CREATE INDEX storytelling_reactions_by_user ON storytelling_reactions (user_id);
        CREATE TABLE storytelling_comments (
            id text COLLATE "C" PRIMARY KEY,
            artwork_id text COLLATE "C" NOT NULL REFERENCES storytelling_artworks (id) ON DELETE CASCADE,
            user_id text COLLATE "C" NOT NULL, text text COLLATE "C" NOT NULL, created_at text COLLATE "C" NOT NULL, updated_at text COLLATE "C" NOT NULL,
            family_id text COLLATE "C" NOT NULL
        );
        CREATE INDEX storytelling_comments_by_artwork ON storytelling_comments (artwork_id, created_at);
        CREATE INDEX storytelling_comments_by_user ON storytelling_comments (user_id);
        CREATE TABLE storytelling_drops (
            key text COLLATE "C" PRIMARY KEY CHECK (length(key) = 64),
            family_id text COLLATE "C" NOT NULL REFERENCES storytelling_families (id) ON DELETE CASCADE,
            artwork_id text COLLATE "C" REFERENCES storytelling_artworks (id) ON DELETE CASCADE,
            picture text COLLATE "C", taken text COLLATE "C", moment text COLLATE "C",
            child_id text COLLATE "C" REFERENCES storytelling_children (id) ON DELETE SET NULL,
            created_date text COLLATE "C", title text COLLATE "C", story text COLLATE "C", added_at text COLLATE "C" NOT NULL
        );
        CREATE INDEX storytelling_drops_by_family ON storytelling_drops (family_id);
        CREATE INDEX storytelling_drops_by_artwork ON storytelling_drops (artwork_id) WHERE artwork_id IS NOT NULL;
        CREATE INDEX storytelling_drops_by_child ON storytelling_drops (child_id) WHERE child_id IS NOT NULL;
        CREATE TABLE storytelling_folders (
            key text COLLATE "C" PRIMARY KEY CHECK (length(key) = 64), family_id text COLLATE "C" NOT NULL
        );
        CREATE TABLE storytelling_imports (
            family_id text COLLATE "C" PRIMARY KEY REFERENCES storytelling_families (id) ON DELETE CASCADE, at bigint NOT NULL
        );
        -- What changed, for listeners: no content, only where to read it.
        CREATE TABLE storytelling_changes (
            sequence bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
            at bigint NOT NULL DEFAULT (CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)),
            name text COLLATE "C" NOT NULL, verb text COLLATE "C" NOT NULL, "row" text COLLATE "C" NOT NULL, family text COLLATE "C" NOT NULL
        );
        CREATE INDEX storytelling_changes_by_time ON storytelling_changes (at);
        -- One row, which a transaction holds from its first change to its end. Without it, changes would have numbers in
        -- the order of statements rather than of commits, and a reader who has seen a later number would miss an earlier
        -- one that is committed after it. Families change rarely. The column is the newest change that was purged.
        CREATE TABLE storytelling_feed (purged bigint NOT NULL);
        INSERT INTO storytelling_feed VALUES (0);
        """

    private static let triggers = """
        -- Another picture under the same name.
        CREATE FUNCTION storytelling_replace_picture() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            UPDATE storytelling_artworks SET document = NEW.document WHERE image_url = NEW.name;
            RETURN NULL;
        END $$;
        CREATE TRIGGER storytelling_pictures_replaced AFTER UPDATE OF document ON storytelling_pictures
            FOR EACH ROW WHEN (OLD.document <> NEW.document) EXECUTE FUNCTION storytelling_replace_picture();
        -- Statements that concern several owners at once see one another here only. Those of other transactions wait
        -- for the row of the family.
        CREATE FUNCTION storytelling_keep_owner() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            PERFORM 1 FROM storytelling_families WHERE id = OLD.family_id FOR UPDATE;
            IF FOUND AND NOT EXISTS (
                SELECT 1 FROM storytelling_members WHERE family_id = OLD.family_id AND role = 'owner')
            THEN RAISE EXCEPTION 'a family keeps an owner'; END IF;
            RETURN NULL;
        END $$;
        CREATE TRIGGER storytelling_members_keep_owner AFTER UPDATE OF role ON storytelling_members
            FOR EACH ROW WHEN (OLD.role = 'owner') EXECUTE FUNCTION storytelling_keep_owner();
        CREATE TRIGGER storytelling_members_leave_owner AFTER DELETE ON storytelling_members
            FOR EACH ROW WHEN (OLD.role = 'owner') EXECUTE FUNCTION storytelling_keep_owner();
        -- The pictures of removed artworks must not become pictures without a row, which the family could read by name.
        CREATE FUNCTION storytelling_hide_pictures() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            UPDATE storytelling_pictures
            SET hidden_at = to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"000+00:00"')
            WHERE hidden_at IS NULL AND name IN (
                SELECT member.value FROM jsonb_each_text(to_jsonb(OLD)) AS member
                WHERE member.key IN ('image_url', 'thumbnail_url', 'moment_photo_url', 'avatar_url'));
            RETURN NULL;
        END $$;
        CREATE TRIGGER storytelling_artworks_hide_pictures AFTER DELETE ON storytelling_artworks
            FOR EACH ROW EXECUTE FUNCTION storytelling_hide_pictures();
        CREATE TRIGGER storytelling_children_hide_picture AFTER DELETE ON storytelling_children
            FOR EACH ROW WHEN (OLD.avatar_url IS NOT NULL) EXECUTE FUNCTION storytelling_hide_pictures();
        -- Every change of a row, even by cascades, in the same transaction.
        CREATE FUNCTION storytelling_add_change(name text, verb text, "row" text, family text) RETURNS void
        LANGUAGE plpgsql AS $$ BEGIN
            PERFORM 1 FROM storytelling_feed FOR UPDATE;
            INSERT INTO storytelling_changes (name, verb, "row", family) VALUES ($1, $2, $3, $4);
        END $$;
        CREATE FUNCTION storytelling_record() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE changed jsonb := to_jsonb(coalesce(NEW, OLD));
        BEGIN
            PERFORM storytelling_add_change(TG_ARGV[0], TG_OP, changed ->> 'id', changed ->> TG_ARGV[1]);
            RETURN NULL;
        END $$;
        -- A deleted artwork is hidden before it is removed, and can be restored.
        CREATE FUNCTION storytelling_record_artwork() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            was boolean := TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL;
            now boolean := TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL;
            verb text := CASE WHEN was AND now THEN 'UPDATE' WHEN now THEN 'INSERT' WHEN was THEN 'DELETE' END;
            changed storytelling_artworks := coalesce(NEW, OLD);
        BEGIN
            IF verb IS NOT NULL THEN
                PERFORM storytelling_add_change('artworks', verb, changed.id, changed.family_id);
            END IF;
            RETURN NULL;
        END $$;
        CREATE TRIGGER storytelling_artworks_changed AFTER INSERT OR UPDATE OR DELETE ON storytelling_artworks
            FOR EACH ROW EXECUTE FUNCTION storytelling_record_artwork();

        """

    /// Tables, their client names, and the columns with the family.
    private static let feedTriggers = [
        ("families", "families", "id"), ("members", "family_members", "family_id"),
        ("invites", "family_invites", "family_id"), ("children", "children", "family_id"),
        ("reactions", "artwork_reactions", "family_id"), ("comments", "artwork_comments", "family_id"),
    ]
}
