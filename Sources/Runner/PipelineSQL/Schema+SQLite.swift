import SQL

/// The tables in a SQLite file.
///
/// The SQL is frozen: a new version adds a migration and changes no existing one. So the table of events stands here three
/// times, since SQLite changes no constraint of a table: each migration that did so made the table anew.
extension Schema {
    static let migrationsOfSQLite = [
        SQLMigration("1: documents, jobs, artefacts, events") { db in
            for text in [documents, jobs, artefacts, sharedResults, events, endings] { try db.script(text) }
        },
        SQLMigration("2: owners") { try $0.script(owners) },
        SQLMigration("3: the feed, progress") { db in
            for text in [feed, progress] { try db.script(text) }
        },
        SQLMigration("4: parts") { db in
            for text in [parts, waitingJobs, waitingEvents] { try db.script(text) }
        },
        SQLMigration("5: details of failures") {
            try $0.script("ALTER TABLE documents ADD COLUMN failure_details TEXT")
        },
        SQLMigration("6: turns between owners") { try $0.script(ownersOfJobs) },
        SQLMigration("7: folded names") { try $0.script(foldedNames) },
        SQLMigration("8: lists and searches") { db in
            for text in [listedDocuments, searchWords] { try db.script(text) }
        },
    ]

    /// The documents.
    ///
    /// `sequence` is the order of arrival, and the key for the other tables: a random ID would scatter each of their
    /// indexes, and every commit would write many times as many pages. `failure_*` are set if and only if the state is
    /// `failed`.
    private static let documents = """
        CREATE TABLE documents (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL,
            file_name TEXT NOT NULL,
            media_type TEXT NOT NULL,
            content TEXT NOT NULL CHECK (length(content) = 64),
            byte_count INTEGER NOT NULL CHECK (byte_count >= 0),
            state TEXT NOT NULL
                CHECK (\(isOneOf("state", documentStates))),
            fill INTEGER NOT NULL CHECK (fill >= 0 AND (fill > 0 OR state NOT IN ('filling', 'filled'))),
            failure_stage TEXT,
            failure_during TEXT CHECK (failure_during IN ('processing', 'filling')),
            failure_code TEXT,
            failure_message TEXT,
            failure_attempt INTEGER CHECK (failure_attempt >= 0),
            priority INTEGER NOT NULL,
            facts TEXT NOT NULL CHECK (json_valid(facts)),
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            CHECK ((state = 'failed') = (failure_stage IS NOT NULL)),
            CHECK ((state = 'failed') = (failure_during IS NOT NULL)),
            CHECK ((state = 'failed') = (failure_code IS NOT NULL)),
            CHECK ((state = 'failed') = (failure_message IS NOT NULL)),
            CHECK ((state = 'failed') = (failure_attempt IS NOT NULL))
        ) STRICT;
        CREATE INDEX documents_by_state ON documents (state, sequence);
        CREATE INDEX documents_by_kind ON documents (kind, sequence);
        CREATE INDEX documents_by_content ON documents (content);
        CREATE TRIGGER documents_begin BEFORE INSERT ON documents WHEN NEW.state <> 'imported' BEGIN
            SELECT RAISE(ABORT, 'a document begins as imported');
        END;
        CREATE TRIGGER documents_move BEFORE UPDATE OF state ON documents
        WHEN NOT (\(isMove("OLD.state", "NEW.state", documentMoves)))
            OR (OLD.state = 'failed' AND OLD.failure_during <> NEW.state) BEGIN
            SELECT RAISE(ABORT, 'this move of a document is not allowed');
        END;
        """

    /// The jobs.
    ///
    /// `jobs_live` serves claiming and the status. The two unique indexes ensure that a document has at most one live
    /// job, and that at most one of the jobs with a shared result leads.
    private static let jobs = """
        CREATE TABLE jobs (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            document INTEGER NOT NULL REFERENCES documents (sequence) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            stage TEXT NOT NULL,
            fill INTEGER NOT NULL CHECK (fill >= 0),
            state TEXT NOT NULL CHECK (
                \(isOneOf("state", jobStates))),
            priority INTEGER NOT NULL,
            attempt INTEGER NOT NULL CHECK (attempt BETWEEN 0 AND attempt_limit),
            attempt_limit INTEGER NOT NULL CHECK (attempt_limit > 0),
            due INTEGER NOT NULL,
            reuse_key TEXT CHECK (length(reuse_key) = 64),
            fence INTEGER NOT NULL CHECK (fence >= 0),
            worker TEXT,
            lease_until INTEGER,
            started_at INTEGER,
            created_at INTEGER NOT NULL,
            finished_at INTEGER,
            failure_code TEXT,
            failure_message TEXT,
            CHECK ((state = 'running') = (worker IS NOT NULL)),
            CHECK ((state = 'running') = (lease_until IS NOT NULL)),
            CHECK ((state = 'running') = (started_at IS NOT NULL)),
            CHECK ((\(isOneOf("state", finalJobStates))) = (finished_at IS NOT NULL)),
            CHECK (state NOT IN ('cancelled', 'dead') OR failure_code IS NOT NULL),
            CHECK ((failure_code IS NULL) = (failure_message IS NULL)),
            CHECK (state <> 'following' OR reuse_key IS NOT NULL)
        ) STRICT;
        CREATE UNIQUE INDEX jobs_one_live ON jobs (document) WHERE finished_at IS NULL;
        CREATE UNIQUE INDEX jobs_one_leader ON jobs (reuse_key)
            WHERE reuse_key IS NOT NULL AND state IN ('available', 'scheduled', 'running');
        CREATE INDEX jobs_followers ON jobs (reuse_key, priority DESC, due, id) WHERE state = 'following';
        CREATE INDEX jobs_live ON jobs (kind, stage, state, priority DESC, due, id) WHERE finished_at IS NULL;
        CREATE INDEX jobs_due ON jobs (due) WHERE state = 'scheduled';
        CREATE INDEX jobs_leases ON jobs (lease_until) WHERE state = 'running';
        CREATE INDEX jobs_unsuccessful ON jobs (state, id) WHERE state IN ('cancelled', 'dead');
        CREATE INDEX jobs_by_document ON jobs (document);
        CREATE TRIGGER jobs_begin BEFORE INSERT ON jobs
        WHEN NOT (\(isOneOf("NEW.state", jobBirths))) BEGIN
            SELECT RAISE(ABORT, 'a job begins as available, following or done');
        END;
        CREATE TRIGGER jobs_move BEFORE UPDATE OF state ON jobs
        WHEN NOT (\(isMove("OLD.state", "NEW.state", jobMoves))) BEGIN
            SELECT RAISE(ABORT, 'this move of a job is not allowed');
        END;
        """

    private static let artefacts = """
        CREATE TABLE artefacts (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            document INTEGER NOT NULL REFERENCES documents (sequence) ON DELETE CASCADE,
            fill INTEGER NOT NULL CHECK (fill >= 0),
            stage TEXT NOT NULL,
            name TEXT NOT NULL,
            media_type TEXT NOT NULL,
            content TEXT NOT NULL CHECK (length(content) = 64),
            byte_count INTEGER NOT NULL CHECK (byte_count >= 0),
            published_at INTEGER NOT NULL,
            UNIQUE (document, fill, stage, name)
        ) STRICT;
        CREATE INDEX artefacts_by_content ON artefacts (content);
        """

    /// The documents with a stage's result for a reuse key.
    private static let sharedResults = """
        CREATE TABLE shared_results (
            reuse_key TEXT NOT NULL,
            document INTEGER NOT NULL REFERENCES documents (sequence) ON DELETE CASCADE,
            stage TEXT NOT NULL,
            facts TEXT NOT NULL CHECK (json_valid(facts)),
            PRIMARY KEY (reuse_key, document)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX shared_results_by_document ON shared_results (document);
        """

    /// The events; those of documents have no `job_id`.
    private static let events = """
        CREATE TABLE events (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            at INTEGER NOT NULL,
            document INTEGER NOT NULL REFERENCES documents (sequence) ON DELETE CASCADE,
            cause TEXT NOT NULL,
            from_state TEXT,
            to_state TEXT NOT NULL,
            fill INTEGER NOT NULL,
            job_id INTEGER,
            stage TEXT,
            attempt INTEGER,
            duration_ms INTEGER,
            worker TEXT,
            code TEXT,
            CHECK (CASE WHEN job_id IS NULL
                THEN \(isMove("coalesce(from_state, '')", "to_state", [("", ["imported"])] + documentMoves))
                ELSE \(isMove("coalesce(from_state, '')", "to_state", [("", jobBirths)] + jobMoves))
            END)
        ) STRICT;
        CREATE INDEX events_by_document ON events (document);
        """

    /// The number of jobs ended in each second of the last minutes, for the status.
    private static let endings = """
        CREATE TABLE endings (
            second INTEGER PRIMARY KEY,
            done INTEGER NOT NULL,
            dead INTEGER NOT NULL
        ) STRICT;
        """

    /// The owners of documents and of ended jobs; older rows belong to the local owner.
    private static let owners = """
        ALTER TABLE documents ADD COLUMN owner TEXT NOT NULL DEFAULT '';
        CREATE INDEX documents_by_owner ON documents (owner, sequence);
        DROP TABLE endings;
        CREATE TABLE endings (
            second INTEGER NOT NULL,
            owner TEXT NOT NULL,
            done INTEGER NOT NULL,
            dead INTEGER NOT NULL,
            PRIMARY KEY (second, owner)
        ) STRICT, WITHOUT ROWID;
        """

    /// The change of events into a feed.
    ///
    /// The event of a deletion outlives its document and therefore cannot refer to its row. `feed.purged` is the number
    /// of the newest purged event. It starts at the newest existing event, since earlier purges were not recorded; the
    /// numbering continues.
    private static let feed = """
        CREATE TABLE feed (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            purged INTEGER NOT NULL,
            boot TEXT NOT NULL
        ) STRICT;
        INSERT INTO feed SELECT 1, coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'events'), 0), '';
        CREATE TABLE events_with_deletions (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            at INTEGER NOT NULL,
            document INTEGER REFERENCES documents (sequence) ON DELETE CASCADE,
            cause TEXT NOT NULL,
            from_state TEXT,
            to_state TEXT NOT NULL,
            fill INTEGER NOT NULL,
            job_id INTEGER,
            stage TEXT,
            attempt INTEGER,
            duration_ms INTEGER,
            worker TEXT,
            code TEXT,
            gone_id TEXT,
            gone_kind TEXT,
            gone_owner TEXT,
            progress_completed INTEGER,
            progress_total INTEGER,
            progress_unit TEXT,
            CHECK (CASE
                WHEN document IS NULL THEN cause = 'deleted' AND to_state = 'deleted' AND job_id IS NULL
                    AND gone_id IS NOT NULL AND gone_kind IS NOT NULL AND gone_owner IS NOT NULL
                WHEN progress_total IS NOT NULL THEN cause = 'progressed' AND job_id IS NOT NULL
                    AND from_state = 'running' AND to_state = 'running' AND progress_completed IS NOT NULL
                WHEN job_id IS NULL
                THEN \(isMove("coalesce(from_state, '')", "to_state", [("", ["imported"])] + documentMoves))
                ELSE \(isMove("coalesce(from_state, '')", "to_state", [("", jobBirths)] + jobMoves))
            END)
        ) STRICT;
        INSERT INTO events_with_deletions (sequence, at, document, cause, from_state, to_state, fill, job_id, stage, attempt,
            duration_ms, worker, code)
        SELECT sequence, at, document, cause, from_state, to_state, fill, job_id, stage, attempt, duration_ms, worker, code
        FROM events;
        DROP TABLE events;
        ALTER TABLE events_with_deletions RENAME TO events;
        CREATE INDEX events_by_document ON events (document);
        CREATE INDEX events_of_deletions ON events (at) WHERE document IS NULL;
        DELETE FROM sqlite_sequence WHERE name = 'events';
        INSERT INTO sqlite_sequence (name, seq) SELECT 'events', purged FROM feed;
        """

    private static let progress = """
        ALTER TABLE jobs ADD COLUMN progress_completed INTEGER;
        ALTER TABLE jobs ADD COLUMN progress_total INTEGER CHECK (progress_total IS NULL OR state = 'running');
        ALTER TABLE jobs ADD COLUMN progress_unit TEXT;
        """

    /// The parts of documents.
    ///
    /// A part is referred to by its number, which is never reused; its ID tells people which one was deleted.
    private static let parts = """
        ALTER TABLE documents ADD COLUMN part_count INTEGER NOT NULL DEFAULT 0 CHECK (part_count >= 0);
        CREATE TABLE parts (
            whole INTEGER NOT NULL REFERENCES documents (sequence) ON DELETE CASCADE,
            ordinal INTEGER NOT NULL,
            part INTEGER NOT NULL,
            part_id TEXT NOT NULL,
            PRIMARY KEY (whole, ordinal)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX parts_by_id ON parts (part_id, whole);
        """

    /// The jobs with the state `waiting`, since SQLite cannot change a constraint.
    private static let waitingJobs = """
        CREATE TABLE jobs_with_waiting (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            document INTEGER NOT NULL REFERENCES documents (sequence) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            stage TEXT NOT NULL,
            fill INTEGER NOT NULL CHECK (fill >= 0),
            state TEXT NOT NULL CHECK (
                \(isOneOf("state", jobStates + ["waiting"]))),
            priority INTEGER NOT NULL,
            attempt INTEGER NOT NULL CHECK (attempt BETWEEN 0 AND attempt_limit),
            attempt_limit INTEGER NOT NULL CHECK (attempt_limit > 0),
            due INTEGER NOT NULL,
            reuse_key TEXT CHECK (length(reuse_key) = 64),
            fence INTEGER NOT NULL CHECK (fence >= 0),
            worker TEXT,
            lease_until INTEGER,
            started_at INTEGER,
            created_at INTEGER NOT NULL,
            finished_at INTEGER,
            failure_code TEXT,
            failure_message TEXT,
            progress_completed INTEGER,
            progress_total INTEGER CHECK (progress_total IS NULL OR state = 'running'),
            progress_unit TEXT,
            CHECK ((state = 'running') = (worker IS NOT NULL)),
            CHECK ((state = 'running') = (lease_until IS NOT NULL)),
            CHECK ((state = 'running') = (started_at IS NOT NULL)),
            CHECK ((\(isOneOf("state", finalJobStates))) = (finished_at IS NOT NULL)),
            CHECK (state NOT IN ('cancelled', 'dead') OR failure_code IS NOT NULL),
            CHECK ((failure_code IS NULL) = (failure_message IS NULL)),
            CHECK (state <> 'following' OR reuse_key IS NOT NULL)
        ) STRICT;
        INSERT INTO jobs_with_waiting (id, document, kind, stage, fill, state, priority, attempt, attempt_limit, due,
            reuse_key, fence, worker, lease_until, started_at, created_at, finished_at, failure_code, failure_message,
            progress_completed, progress_total, progress_unit)
        SELECT id, document, kind, stage, fill, state, priority, attempt, attempt_limit, due, reuse_key, fence, worker,
            lease_until, started_at, created_at, finished_at, failure_code, failure_message, progress_completed,
            progress_total, progress_unit FROM jobs;
        UPDATE sqlite_sequence SET seq = (SELECT seq FROM sqlite_sequence WHERE name = 'jobs')
        WHERE name = 'jobs_with_waiting' AND EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'jobs');
        INSERT INTO sqlite_sequence (name, seq) SELECT 'jobs_with_waiting', seq FROM sqlite_sequence
        WHERE name = 'jobs' AND NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'jobs_with_waiting');
        DROP TABLE jobs;
        ALTER TABLE jobs_with_waiting RENAME TO jobs;
        CREATE UNIQUE INDEX jobs_one_live ON jobs (document) WHERE finished_at IS NULL;
        CREATE UNIQUE INDEX jobs_one_leader ON jobs (reuse_key)
            WHERE reuse_key IS NOT NULL AND state IN ('available', 'scheduled', 'running');
        CREATE INDEX jobs_followers ON jobs (reuse_key, priority DESC, due, id) WHERE state = 'following';
        CREATE INDEX jobs_live ON jobs (kind, stage, state, priority DESC, due, id) WHERE finished_at IS NULL;
        CREATE INDEX jobs_due ON jobs (due) WHERE state = 'scheduled';
        CREATE INDEX jobs_leases ON jobs (lease_until) WHERE state = 'running';
        CREATE INDEX jobs_unsuccessful ON jobs (state, id) WHERE state IN ('cancelled', 'dead');
        CREATE INDEX jobs_by_document ON jobs (document);
        CREATE TRIGGER jobs_begin BEFORE INSERT ON jobs
        WHEN NOT (\(isOneOf("NEW.state", jobBirthsWithParts))) BEGIN
            SELECT RAISE(ABORT, 'a job begins as available, following, waiting or done');
        END;
        CREATE TRIGGER jobs_move BEFORE UPDATE OF state ON jobs
        WHEN NOT (\(isMove("OLD.state", "NEW.state", jobMovesWithParts))) BEGIN
            SELECT RAISE(ABORT, 'this move of a job is not allowed');
        END;
        """

    /// The events with those of waiting jobs.
    private static let waitingEvents = """
        CREATE TABLE events_with_waiting (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            at INTEGER NOT NULL,
            document INTEGER REFERENCES documents (sequence) ON DELETE CASCADE,
            cause TEXT NOT NULL,
            from_state TEXT,
            to_state TEXT NOT NULL,
            fill INTEGER NOT NULL,
            job_id INTEGER,
            stage TEXT,
            attempt INTEGER,
            duration_ms INTEGER,
            worker TEXT,
            code TEXT,
            gone_id TEXT,
            gone_kind TEXT,
            gone_owner TEXT,
            progress_completed INTEGER,
            progress_total INTEGER,
            progress_unit TEXT,
            CHECK (CASE
                WHEN document IS NULL THEN cause = 'deleted' AND to_state = 'deleted' AND job_id IS NULL
                    AND gone_id IS NOT NULL AND gone_kind IS NOT NULL AND gone_owner IS NOT NULL
                WHEN progress_total IS NOT NULL THEN cause = 'progressed' AND job_id IS NOT NULL
                    AND from_state = 'running' AND to_state = 'running' AND progress_completed IS NOT NULL
                WHEN job_id IS NULL
                THEN \(isMove("coalesce(from_state, '')", "to_state", [("", ["imported"])] + documentMoves))
                ELSE \(isMove("coalesce(from_state, '')", "to_state", [("", jobBirthsWithParts)] + jobMovesWithParts))
            END)
        ) STRICT;
        INSERT INTO events_with_waiting SELECT sequence, at, document, cause, from_state, to_state, fill, job_id, stage,
            attempt, duration_ms, worker, code, gone_id, gone_kind, gone_owner, progress_completed, progress_total,
            progress_unit FROM events;
        UPDATE sqlite_sequence SET seq = (SELECT seq FROM sqlite_sequence WHERE name = 'events')
        WHERE name = 'events_with_waiting' AND EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'events');
        INSERT INTO sqlite_sequence (name, seq) SELECT 'events_with_waiting', seq FROM sqlite_sequence
        WHERE name = 'events' AND NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'events_with_waiting');
        DROP TABLE events;
        ALTER TABLE events_with_waiting RENAME TO events;
        CREATE INDEX events_by_document ON events (document);
        CREATE INDEX events_of_deletions ON events (at) WHERE document IS NULL;
        """

    /// The owner of each job, copied from its document.
    ///
    /// Claiming can thus look at the front of every owner's queue.
    private static let ownersOfJobs = """
        ALTER TABLE jobs ADD COLUMN owner TEXT NOT NULL DEFAULT '';
        UPDATE jobs SET owner = documents.owner FROM documents
        WHERE documents.sequence = jobs.document AND documents.owner <> '';
        DROP INDEX jobs_live;
        CREATE INDEX jobs_live ON jobs (kind, stage, state, owner, priority DESC, due, id) WHERE finished_at IS NULL;
        """

    /// The names of files, folded for searches.
    ///
    /// SQLite's own functions cannot fold them.
    private static let foldedNames = """
        ALTER TABLE documents ADD COLUMN folded_name TEXT NOT NULL DEFAULT '';
        UPDATE documents SET folded_name = \(SearchFunction.name)(file_name);
        """

    /// The index for lists of an owner's documents of one kind.
    ///
    /// With the names in it, a search reads only the documents that it finds.
    private static let listedDocuments = """
        CREATE INDEX documents_listed ON documents (owner, kind, sequence, folded_name);
        """

    /// The words for searches in documents, besides their file names.
    private static let searchWords = """
        CREATE TABLE search_words (
            word TEXT NOT NULL,
            document INTEGER NOT NULL REFERENCES documents (sequence) ON DELETE CASCADE,
            source TEXT NOT NULL,
            PRIMARY KEY (word, document, source)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX search_words_by_document ON search_words (document, source);
        """
}
