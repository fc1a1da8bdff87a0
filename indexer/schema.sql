-- The archive database. SQLite is the truth; the text index beside it can be made
-- again. Plain tables and views: readable by sqlite3, Datasette and DuckDB without
-- any extension. docs/schema.md describes every table; keep the two together.
-- Times are seconds since 1970, UTC. Commit ids are lower-case hex as printed, the
-- longest form the mail holds. Absent is NULL.

CREATE TABLE meta (
	key TEXT PRIMARY KEY,
	value TEXT NOT NULL
) WITHOUT ROWID;

-- One conversation. root is the oldest known message id (also of a mail that is not
-- in the archive).
CREATE TABLE thread (
	id INTEGER PRIMARY KEY,
	root TEXT NOT NULL UNIQUE
);

-- One mail: its Message-ID and the hash of its content. version 0 is the first read;
-- another content under the same id is kept as version 1, 2, ... and has no records.
CREATE TABLE message (
	id INTEGER PRIMARY KEY, -- also the text index's document id
	message_id TEXT NOT NULL, -- without <>; made from the hash where the mail has none
	made_id INTEGER NOT NULL DEFAULT 0,
	version INTEGER NOT NULL DEFAULT 0,
	hash BLOB NOT NULL, -- SHA-256 of From, Date, Subject and decoded text
	thread INTEGER NOT NULL REFERENCES thread(id),
	subject TEXT,
	from_name TEXT,
	from_address TEXT,
	date INTEGER,
	source TEXT NOT NULL, -- file or repository it was first read from
	place TEXT, -- byte offset in the unpacked file, or the git blob id
	UNIQUE (message_id, version)
);
CREATE INDEX message_thread ON message(thread);
CREATE INDEX message_date ON message(date);

-- What a mail refers to, in order; also ids of mails that are not in the archive.
CREATE TABLE reference (
	message INTEGER NOT NULL REFERENCES message(id),
	position INTEGER NOT NULL,
	kind TEXT NOT NULL, -- in-reply-to | references
	target TEXT NOT NULL,
	PRIMARY KEY (message, kind, position)
) WITHOUT ROWID;
CREATE INDEX reference_target ON reference(target);

CREATE TABLE message_list (
	message INTEGER NOT NULL REFERENCES message(id),
	list TEXT NOT NULL, -- List-Id
	PRIMARY KEY (message, list)
) WITHOUT ROWID;

CREATE TABLE problem (
	message INTEGER NOT NULL REFERENCES message(id),
	position INTEGER NOT NULL,
	code TEXT NOT NULL,
	detail TEXT,
	PRIMARY KEY (message, position)
) WITHOUT ROWID;

-- Only for mails with records: the decoded text (physical lines, LF, all parts one
-- after the other, so that line N of any record is line N here) and the
-- perflore.message/1 object, each zstd-compressed.
CREATE TABLE message_text (
	message INTEGER PRIMARY KEY REFERENCES message(id),
	text BLOB NOT NULL,
	json BLOB NOT NULL
);

-- A test machine as described; one row for each distinct description.
CREATE TABLE machine (
	id INTEGER PRIMARY KEY,
	tbox TEXT, text TEXT, threads INTEGER, sockets INTEGER,
	model TEXT, codename TEXT, memory_gib REAL
);
CREATE UNIQUE INDEX machine_unique ON machine(ifnull(tbox, ''), ifnull(text, ''));

CREATE TABLE report (
	id INTEGER PRIMARY KEY,
	message INTEGER NOT NULL REFERENCES message(id),
	position INTEGER NOT NULL, -- index in the mail's reports: MESSAGE-ID#rN
	kind TEXT NOT NULL, -- performance | functional | build
	line INTEGER NOT NULL,
	depth INTEGER NOT NULL,
	verdict TEXT NOT NULL, -- regression | improvement | changed | failure
	metric TEXT, -- the headline's
	change REAL, change_unit TEXT, printed TEXT,
	culprit TEXT, title TEXT, tree TEXT, branch TEXT,
	testcase TEXT,
	machine INTEGER REFERENCES machine(id),
	config TEXT, compiler TEXT,
	link_report TEXT, link_reproduce TEXT,
	UNIQUE (message, position)
);
CREATE INDEX report_culprit ON report(culprit);

CREATE TABLE report_parameter (
	report INTEGER NOT NULL REFERENCES report(id),
	key TEXT NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY (report, key)
) WITHOUT ROWID;

CREATE TABLE report_status ( -- the [bracket] lines
	report INTEGER NOT NULL REFERENCES report(id),
	position INTEGER NOT NULL,
	state TEXT NOT NULL, place TEXT NOT NULL, commit_id TEXT NOT NULL,
	PRIMARY KEY (report, position)
) WITHOUT ROWID;

CREATE TABLE report_related ( -- the "significant impact" box
	report INTEGER NOT NULL REFERENCES report(id),
	position INTEGER NOT NULL,
	testcase TEXT, verdict TEXT NOT NULL, metric TEXT,
	change REAL, change_unit TEXT, printed TEXT,
	machine INTEGER REFERENCES machine(id),
	parameters TEXT, -- k=v joined by ; in key order
	PRIMARY KEY (report, position)
) WITHOUT ROWID;

CREATE TABLE report_error ( -- the +---+ box of functional reports
	report INTEGER NOT NULL REFERENCES report(id),
	position INTEGER NOT NULL,
	error TEXT NOT NULL,
	commit_column INTEGER NOT NULL, -- 0 is the base
	count INTEGER NOT NULL,
	PRIMARY KEY (report, position, commit_column)
) WITHOUT ROWID;

-- One table of a mail. owner is the report its rows belong to by the contract's rule
-- ("which report a row belongs to"), which may be a report of another mail of the
-- thread; report is the one that the table is part of in its own mail.
CREATE TABLE metric_table (
	id INTEGER PRIMARY KEY,
	message INTEGER NOT NULL REFERENCES message(id),
	position INTEGER NOT NULL, -- index in the mail's tables
	kind TEXT NOT NULL, -- lkp | benchmark | counters
	line INTEGER NOT NULL,
	depth INTEGER NOT NULL,
	report INTEGER REFERENCES report(id),
	owner INTEGER REFERENCES report(id),
	title TEXT, unit TEXT, better TEXT,
	UNIQUE (message, position)
);
CREATE INDEX metric_table_owner ON metric_table(owner);

CREATE TABLE table_axis (
	metric_table INTEGER NOT NULL REFERENCES metric_table(id),
	position INTEGER NOT NULL,
	key TEXT NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY (metric_table, position)
) WITHOUT ROWID;

CREATE TABLE table_column (
	metric_table INTEGER NOT NULL REFERENCES metric_table(id),
	position INTEGER NOT NULL, -- 0 is the base
	label TEXT, commit_id TEXT, title TEXT,
	PRIMARY KEY (metric_table, position)
) WITHOUT ROWID;

CREATE TABLE metric (
	id INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE
);

CREATE TABLE function (
	id INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE, -- as printed, with compiler suffix
	bare TEXT NOT NULL -- without it
);
CREATE INDEX function_bare ON function(bare);

-- Functions hang on the metric's name: position 0 is the function itself (children,
-- self) or the leaf of a call chain.
CREATE TABLE metric_function (
	function INTEGER NOT NULL REFERENCES function(id),
	metric INTEGER NOT NULL REFERENCES metric(id),
	position INTEGER NOT NULL,
	PRIMARY KEY (function, metric, position)
) WITHOUT ROWID;
CREATE INDEX metric_function_metric ON metric_function(metric);

-- One metric row x compared column, base and head together: perflore.row/1 without a
-- self-join. A one-column table has one row a metric with head_* and change NULL.
-- The clustering key keeps a table's rows together, in the order of the mail.
CREATE TABLE metric_row (
	metric_table INTEGER NOT NULL REFERENCES metric_table(id),
	position INTEGER NOT NULL, -- index of the row in its table
	compared INTEGER NOT NULL, -- index of the compared column; 0 in a one-column table
	metric INTEGER REFERENCES metric(id),
	line INTEGER NOT NULL,
	kind TEXT NOT NULL, -- stat | fail
	test TEXT, aggregate TEXT,
	change REAL, change_unit TEXT, note TEXT,
	effect REAL, -- |change| weighed by the spread, as the contract has it
	base_value REAL, base_stddev_pct REAL, base_fails INTEGER, base_runs INTEGER,
	base_ratio_pct REAL, base_text TEXT,
	head_value REAL, head_stddev_pct REAL, head_fails INTEGER, head_runs INTEGER,
	head_ratio_pct REAL, head_text TEXT,
	copy_of INTEGER, -- not NULL: the same row was quoted; the id of the mail shown instead
	PRIMARY KEY (metric_table, position, compared)
) WITHOUT ROWID;
CREATE INDEX metric_row_metric ON metric_row(metric, change_unit, effect);

CREATE TABLE trailer (
	message INTEGER NOT NULL REFERENCES message(id),
	position INTEGER NOT NULL,
	name TEXT NOT NULL, value TEXT NOT NULL,
	line INTEGER NOT NULL, depth INTEGER NOT NULL,
	PRIMARY KEY (message, position)
) WITHOUT ROWID;

-- Every commit id that records name, and in which role: culprit, base, head, fixes,
-- reverts, status, introduced, fix.
CREATE TABLE commit_mention (
	commit_id TEXT NOT NULL,
	role TEXT NOT NULL,
	message INTEGER NOT NULL REFERENCES message(id),
	line INTEGER NOT NULL,
	PRIMARY KEY (commit_id, role, message, line)
) WITHOUT ROWID;
