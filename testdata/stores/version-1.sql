PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('1: documents, jobs, artefacts, events');
CREATE TABLE documents (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    file_name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    content TEXT NOT NULL CHECK (length(content) = 64),
    byte_count INTEGER NOT NULL CHECK (byte_count >= 0),
    state TEXT NOT NULL
        CHECK (state = 'imported' OR state = 'processing' OR state = 'ready' OR state = 'filling' OR state = 'filled' OR state = 'failed'),
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
INSERT INTO documents VALUES(1,'C7D0E1D2-A873-4500-B107-1E9B37825148','form','irs-1040-schedule-a.pdf','application/pdf','a32a73451dbf477c4b7e01fc781b9e15a02d13eae0ab243cff28bc2ba1e3df77',25427,'failed',1,'bind','filling','unknown_field','No field is called "nosuchfield"; the nearest are "Other—from list in instructions. List type and" (p1f31, page 1), "Your" (p1f15, page 1), "Your social security number" (p1f2, page 1).',1,0,'{"fields":"34","pages":"1"}',1795304758156,1795304764733);
INSERT INTO documents VALUES(2,'D684108A-8E71-4264-8602-994E7D767C17','form','irs-1040-schedule-a.pdf','application/pdf','a32a73451dbf477c4b7e01fc781b9e15a02d13eae0ab243cff28bc2ba1e3df77',25427,'ready',0,NULL,NULL,NULL,NULL,NULL,0,'{"fields":"34","pages":"1"}',1795304766715,1795304766719);
INSERT INTO documents VALUES(3,'C842C8D0-98F7-43F0-9DA9-B0209A58FA66','form','irs-1040v.pdf','application/pdf','2ba7340835d4dc50f638d8b7b2c369be332fd2cd7e890f549b218d444d01d2b9',38737,'ready',0,NULL,NULL,NULL,NULL,NULL,0,'{"fields":"15","pages":"2"}',1795304767831,1795304768857);
INSERT INTO documents VALUES(4,'AEF26CA9-DE86-4569-969B-5417B9F21E8B','form','irs-4547.pdf','application/pdf','ce23e3dfdf1fa6bb77a25e2caec8438bfdbb74831da758caf661e6a13a3d7365',22982,'processing',0,NULL,NULL,NULL,NULL,NULL,0,'{}',1795304782907,1795304782909);
CREATE TABLE jobs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    document INTEGER NOT NULL REFERENCES documents (sequence) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    stage TEXT NOT NULL,
    fill INTEGER NOT NULL CHECK (fill >= 0),
    state TEXT NOT NULL CHECK (
        state = 'done' OR state = 'cancelled' OR state = 'dead' OR state = 'available' OR state = 'scheduled' OR state = 'following' OR state = 'running'),
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
    CHECK ((state = 'done' OR state = 'cancelled' OR state = 'dead') = (finished_at IS NOT NULL)),
    CHECK (state NOT IN ('cancelled', 'dead') OR failure_code IS NOT NULL),
    CHECK ((failure_code IS NULL) = (failure_message IS NULL)),
    CHECK (state <> 'following' OR reuse_key IS NOT NULL)
) STRICT;
INSERT INTO jobs VALUES(1,1,'form','rasterise',0,'done',0,1,3,1795304758158,'7a52aba64739d4e9f9b35bc50d6ec2935c2bf8eab40ab6da767e3c19e04ce779',1,NULL,NULL,NULL,1795304758158,1795304758462,NULL,NULL);
INSERT INTO jobs VALUES(2,1,'form','detect',0,'done',0,1,3,1795304758158,'64e7da81ff29c4e4f2551d3c6413fe44efb3ab518ac623a1a395ce34549ba8cf',1,NULL,NULL,NULL,1795304758462,1795304758621,NULL,NULL);
INSERT INTO jobs VALUES(3,1,'form','preview',0,'done',0,1,3,1795304758158,'4586f05e5cebb331261ae8e56dd2e5913c8bb969cce4a21b5118d74139ebe55d',1,NULL,NULL,NULL,1795304758621,1795304758645,NULL,NULL);
INSERT INTO jobs VALUES(4,1,'form','bind',1,'dead',0,1,3,1795304764516,NULL,1,NULL,NULL,NULL,1795304764516,1795304764733,'unknown_field','No field is called "nosuchfield"; the nearest are "Other—from list in instructions. List type and" (p1f31, page 1), "Your" (p1f15, page 1), "Your social security number" (p1f2, page 1).');
INSERT INTO jobs VALUES(5,2,'form','rasterise',0,'done',0,0,3,1795304766719,'7a52aba64739d4e9f9b35bc50d6ec2935c2bf8eab40ab6da767e3c19e04ce779',0,NULL,NULL,NULL,1795304766719,1795304766719,NULL,NULL);
INSERT INTO jobs VALUES(6,2,'form','detect',0,'done',0,0,3,1795304766719,'64e7da81ff29c4e4f2551d3c6413fe44efb3ab518ac623a1a395ce34549ba8cf',0,NULL,NULL,NULL,1795304766719,1795304766719,NULL,NULL);
INSERT INTO jobs VALUES(7,2,'form','preview',0,'done',0,0,3,1795304766719,'4586f05e5cebb331261ae8e56dd2e5913c8bb969cce4a21b5118d74139ebe55d',0,NULL,NULL,NULL,1795304766719,1795304766719,NULL,NULL);
INSERT INTO jobs VALUES(8,3,'form','rasterise',0,'done',0,1,3,1795304767835,'68b7ac494181ee0fca9a375f81b4318865dab102be503201881a96ee671eb253',1,NULL,NULL,NULL,1795304767835,1795304768574,NULL,NULL);
INSERT INTO jobs VALUES(9,3,'form','detect',0,'done',0,1,3,1795304767835,'3d4daff60c6db38a9a25384437c4e4737fb1731b45a964e8243ca69aba85e90d',1,NULL,NULL,NULL,1795304768574,1795304768837,NULL,NULL);
INSERT INTO jobs VALUES(10,3,'form','preview',0,'done',0,1,3,1795304767835,'8816f6b21119ea1deb510c17397f3cfa1c8fdf067bd742c08196c4fde61fab12',1,NULL,NULL,NULL,1795304768837,1795304768857,NULL,NULL);
INSERT INTO jobs VALUES(11,4,'form','rasterise',0,'available',0,0,3,1795304782909,'3586542caadbc91f80bf3237f7e768544fd9e47056b33407434db8b6913b603d',0,NULL,NULL,NULL,1795304782909,NULL,NULL,NULL);
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
INSERT INTO artefacts VALUES(1,1,0,'rasterise','page-0001.png','image/png','c591c6ab15f7a97dcef7abac8ce4af26f721b65ef52364542c92051b336e7fb2',261209,1795304758462);
INSERT INTO artefacts VALUES(2,1,0,'detect','fields.json','application/json','7eac9924c397ae3e6084cf2aa8fae854f477fa3543ac557b06795806fa3c5adc',12737,1795304758621);
INSERT INTO artefacts VALUES(3,1,0,'preview','preview.pdf','application/pdf','a3472547c6a324345b951423fc89e303f2222aa7c9707e0901283aabd1322062',32077,1795304758645);
INSERT INTO artefacts VALUES(4,1,1,'inputs','values.json','application/json','ad822a7c7fab5dc58819bae5cf151e836c403e860fcf3f7c64728dd7c67876b9',130,1795304764516);
INSERT INTO artefacts VALUES(5,2,0,'rasterise','page-0001.png','image/png','c591c6ab15f7a97dcef7abac8ce4af26f721b65ef52364542c92051b336e7fb2',261209,1795304766719);
INSERT INTO artefacts VALUES(6,2,0,'detect','fields.json','application/json','7eac9924c397ae3e6084cf2aa8fae854f477fa3543ac557b06795806fa3c5adc',12737,1795304766719);
INSERT INTO artefacts VALUES(7,2,0,'preview','preview.pdf','application/pdf','a3472547c6a324345b951423fc89e303f2222aa7c9707e0901283aabd1322062',32077,1795304766719);
INSERT INTO artefacts VALUES(8,3,0,'rasterise','page-0001.png','image/png','ae53cb7db45b3f5825745d026d518f1cc01d7af6cb63780b9de564c323874369',344441,1795304768574);
INSERT INTO artefacts VALUES(9,3,0,'rasterise','page-0002.png','image/png','d1697942c83a085ceef3b725f465614cb717c424d68f421e843bf7a92f6f2e35',180731,1795304768574);
INSERT INTO artefacts VALUES(10,3,0,'detect','fields.json','application/json','18584edd7e22c2a80e6de89047e7d86b6100b31b52bacb56b0f887f0430dae20',5274,1795304768837);
INSERT INTO artefacts VALUES(11,3,0,'preview','preview.pdf','application/pdf','87f599bb879fbe24d2d2d4339392eadd868543837f5707f70f6edbea3f23e18e',44796,1795304768857);
CREATE TABLE shared_results (
    reuse_key TEXT NOT NULL,
    document INTEGER NOT NULL REFERENCES documents (sequence) ON DELETE CASCADE,
    stage TEXT NOT NULL,
    facts TEXT NOT NULL CHECK (json_valid(facts)),
    PRIMARY KEY (reuse_key, document)
) STRICT, WITHOUT ROWID;
INSERT INTO shared_results VALUES('3d4daff60c6db38a9a25384437c4e4737fb1731b45a964e8243ca69aba85e90d',3,'detect','{"fields":"15"}');
INSERT INTO shared_results VALUES('4586f05e5cebb331261ae8e56dd2e5913c8bb969cce4a21b5118d74139ebe55d',1,'preview','{}');
INSERT INTO shared_results VALUES('4586f05e5cebb331261ae8e56dd2e5913c8bb969cce4a21b5118d74139ebe55d',2,'preview','{}');
INSERT INTO shared_results VALUES('64e7da81ff29c4e4f2551d3c6413fe44efb3ab518ac623a1a395ce34549ba8cf',1,'detect','{"fields":"34"}');
INSERT INTO shared_results VALUES('64e7da81ff29c4e4f2551d3c6413fe44efb3ab518ac623a1a395ce34549ba8cf',2,'detect','{"fields":"34"}');
INSERT INTO shared_results VALUES('68b7ac494181ee0fca9a375f81b4318865dab102be503201881a96ee671eb253',3,'rasterise','{"pages":"2"}');
INSERT INTO shared_results VALUES('7a52aba64739d4e9f9b35bc50d6ec2935c2bf8eab40ab6da767e3c19e04ce779',1,'rasterise','{"pages":"1"}');
INSERT INTO shared_results VALUES('7a52aba64739d4e9f9b35bc50d6ec2935c2bf8eab40ab6da767e3c19e04ce779',2,'rasterise','{"pages":"1"}');
INSERT INTO shared_results VALUES('8816f6b21119ea1deb510c17397f3cfa1c8fdf067bd742c08196c4fde61fab12',3,'preview','{}');
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
        THEN CASE coalesce(from_state, '') WHEN '' THEN to_state = 'imported' WHEN 'imported' THEN to_state = 'processing' WHEN 'processing' THEN to_state = 'ready' OR to_state = 'failed' WHEN 'ready' THEN to_state = 'filling' WHEN 'filling' THEN to_state = 'filled' OR to_state = 'failed' WHEN 'filled' THEN to_state = 'filling' WHEN 'failed' THEN to_state = 'processing' OR to_state = 'filling' ELSE 0 END
        ELSE CASE coalesce(from_state, '') WHEN '' THEN to_state = 'available' OR to_state = 'following' OR to_state = 'done' WHEN 'available' THEN to_state = 'running' OR to_state = 'cancelled' WHEN 'scheduled' THEN to_state = 'available' OR to_state = 'cancelled' WHEN 'following' THEN to_state = 'available' OR to_state = 'done' OR to_state = 'cancelled' WHEN 'running' THEN to_state = 'available' OR to_state = 'scheduled' OR to_state = 'done' OR to_state = 'cancelled' OR to_state = 'dead' ELSE 0 END
    END)
) STRICT;
INSERT INTO events VALUES(1,1795304758156,1,'imported',NULL,'imported',0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO events VALUES(2,1795304758158,1,'began','imported','processing',0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO events VALUES(3,1795304758158,1,'enqueued',NULL,'available',0,1,'rasterise',0,NULL,NULL,NULL);
INSERT INTO events VALUES(4,1795304758209,1,'claimed','available','running',0,1,'rasterise',1,NULL,'host 17363',NULL);
INSERT INTO events VALUES(5,1795304758462,1,'completed','running','done',0,1,'rasterise',1,253,'host 17363',NULL);
INSERT INTO events VALUES(6,1795304758462,1,'enqueued',NULL,'available',0,2,'detect',0,NULL,NULL,NULL);
INSERT INTO events VALUES(7,1795304758465,1,'claimed','available','running',0,2,'detect',1,NULL,'host 17363',NULL);
INSERT INTO events VALUES(8,1795304758621,1,'completed','running','done',0,2,'detect',1,156,'host 17363',NULL);
INSERT INTO events VALUES(9,1795304758621,1,'enqueued',NULL,'available',0,3,'preview',0,NULL,NULL,NULL);
INSERT INTO events VALUES(10,1795304758621,1,'claimed','available','running',0,3,'preview',1,NULL,'host 17363',NULL);
INSERT INTO events VALUES(11,1795304758645,1,'completed','running','done',0,3,'preview',1,24,'host 17363',NULL);
INSERT INTO events VALUES(12,1795304758645,1,'arrived','processing','ready',0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO events VALUES(13,1795304764516,1,'began','ready','filling',1,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO events VALUES(14,1795304764516,1,'enqueued',NULL,'available',1,4,'bind',0,NULL,NULL,NULL);
INSERT INTO events VALUES(15,1795304764725,1,'claimed','available','running',1,4,'bind',1,NULL,'host 17363',NULL);
INSERT INTO events VALUES(16,1795304764733,1,'died','running','dead',1,4,'bind',1,8,'host 17363','unknown_field');
INSERT INTO events VALUES(17,1795304764733,1,'failed','filling','failed',1,NULL,'bind',1,NULL,NULL,'unknown_field');
INSERT INTO events VALUES(18,1795304766715,2,'imported',NULL,'imported',0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO events VALUES(19,1795304766719,2,'began','imported','processing',0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO events VALUES(20,1795304766719,2,'reused',NULL,'done',0,5,'rasterise',0,NULL,NULL,NULL);
INSERT INTO events VALUES(21,1795304766719,2,'reused',NULL,'done',0,6,'detect',0,NULL,NULL,NULL);
INSERT INTO events VALUES(22,1795304766719,2,'reused',NULL,'done',0,7,'preview',0,NULL,NULL,NULL);
INSERT INTO events VALUES(23,1795304766719,2,'arrived','processing','ready',0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO events VALUES(24,1795304767831,3,'imported',NULL,'imported',0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO events VALUES(25,1795304767835,3,'began','imported','processing',0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO events VALUES(26,1795304767835,3,'enqueued',NULL,'available',0,8,'rasterise',0,NULL,NULL,NULL);
INSERT INTO events VALUES(27,1795304768238,3,'claimed','available','running',0,8,'rasterise',1,NULL,'host 17363',NULL);
INSERT INTO events VALUES(28,1795304768574,3,'completed','running','done',0,8,'rasterise',1,336,'host 17363',NULL);
INSERT INTO events VALUES(29,1795304768574,3,'enqueued',NULL,'available',0,9,'detect',0,NULL,NULL,NULL);
INSERT INTO events VALUES(30,1795304768578,3,'claimed','available','running',0,9,'detect',1,NULL,'host 17363',NULL);
INSERT INTO events VALUES(31,1795304768837,3,'completed','running','done',0,9,'detect',1,259,'host 17363',NULL);
INSERT INTO events VALUES(32,1795304768837,3,'enqueued',NULL,'available',0,10,'preview',0,NULL,NULL,NULL);
INSERT INTO events VALUES(33,1795304768840,3,'claimed','available','running',0,10,'preview',1,NULL,'host 17363',NULL);
INSERT INTO events VALUES(34,1795304768857,3,'completed','running','done',0,10,'preview',1,17,'host 17363',NULL);
INSERT INTO events VALUES(35,1795304768857,3,'arrived','processing','ready',0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO events VALUES(36,1795304782907,4,'imported',NULL,'imported',0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO events VALUES(37,1795304782909,4,'began','imported','processing',0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO events VALUES(38,1795304782909,4,'enqueued',NULL,'available',0,11,'rasterise',0,NULL,NULL,NULL);
CREATE TABLE endings (
    second INTEGER PRIMARY KEY,
    done INTEGER NOT NULL,
    dead INTEGER NOT NULL
) STRICT;
INSERT INTO endings VALUES(1795304758,3,0);
INSERT INTO endings VALUES(1795304764,0,1);
INSERT INTO endings VALUES(1795304766,3,0);
INSERT INTO endings VALUES(1795304768,3,0);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('documents',5);
INSERT INTO sqlite_sequence VALUES('events',41);
INSERT INTO sqlite_sequence VALUES('jobs',12);
INSERT INTO sqlite_sequence VALUES('artefacts',11);
CREATE INDEX documents_by_state ON documents (state, sequence);
CREATE INDEX documents_by_kind ON documents (kind, sequence);
CREATE INDEX documents_by_content ON documents (content);
CREATE TRIGGER documents_begin BEFORE INSERT ON documents WHEN NEW.state <> 'imported' BEGIN
    SELECT RAISE(ABORT, 'a document begins as imported');
END;
CREATE TRIGGER documents_move BEFORE UPDATE OF state ON documents
WHEN NOT (CASE OLD.state WHEN 'imported' THEN NEW.state = 'processing' WHEN 'processing' THEN NEW.state = 'ready' OR NEW.state = 'failed' WHEN 'ready' THEN NEW.state = 'filling' WHEN 'filling' THEN NEW.state = 'filled' OR NEW.state = 'failed' WHEN 'filled' THEN NEW.state = 'filling' WHEN 'failed' THEN NEW.state = 'processing' OR NEW.state = 'filling' ELSE 0 END)
    OR (OLD.state = 'failed' AND OLD.failure_during <> NEW.state) BEGIN
    SELECT RAISE(ABORT, 'this move of a document is not allowed');
END;
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
WHEN NOT (NEW.state = 'available' OR NEW.state = 'following' OR NEW.state = 'done') BEGIN
    SELECT RAISE(ABORT, 'a job begins as available, following or done');
END;
CREATE TRIGGER jobs_move BEFORE UPDATE OF state ON jobs
WHEN NOT (CASE OLD.state WHEN 'available' THEN NEW.state = 'running' OR NEW.state = 'cancelled' WHEN 'scheduled' THEN NEW.state = 'available' OR NEW.state = 'cancelled' WHEN 'following' THEN NEW.state = 'available' OR NEW.state = 'done' OR NEW.state = 'cancelled' WHEN 'running' THEN NEW.state = 'available' OR NEW.state = 'scheduled' OR NEW.state = 'done' OR NEW.state = 'cancelled' OR NEW.state = 'dead' ELSE 0 END) BEGIN
    SELECT RAISE(ABORT, 'this move of a job is not allowed');
END;
CREATE INDEX artefacts_by_content ON artefacts (content);
CREATE INDEX shared_results_by_document ON shared_results (document);
CREATE INDEX events_by_document ON events (document);
COMMIT;
