-- The archive database. SQLite is the truth; the text index beside it can be made
-- again. Plain tables and views: readable by sqlite3, Datasette and DuckDB without
-- any extension. docs/schema.md describes every table; keep the two together.
-- Times are seconds since 1970, UTC. Commit ids are lower-case hex as printed, the
-- longest form the mail holds. Absent is NULL.

-- parser, features: their versions in the last run; text: all, reports or none, the words
-- that are indexed; compacted: the last mail when the text index was compacted; machines: of
-- some it is not known any more whether anything refers to them.
CREATE TABLE meta (
	key TEXT PRIMARY KEY,
	value TEXT NOT NULL
) WITHOUT ROWID;

-- The recognizers that made the records: a mail whose features answer to the needs of one
-- that has changed since is parsed again.
CREATE TABLE recognizer (
	id TEXT PRIMARY KEY,
	version INTEGER NOT NULL,
	needs INTEGER NOT NULL -- bits: a mail must have one of these features; 0: any mail
) WITHOUT ROWID;

-- A file, folder or git repository that mails were read from, by its absolute path, and
-- what tells whether there is more in it now.
CREATE TABLE source (
	id INTEGER PRIMARY KEY,
	path TEXT NOT NULL UNIQUE,
	cursor TEXT, -- where reading goes on: a commit, or a place in an mbox
	named INTEGER NOT NULL DEFAULT 0, -- was given to `index`, which reads it again
	size INTEGER, -- of the file, when it was read to its end
	mtime INTEGER, -- of the file or folder; nanoseconds
	tail BLOB, -- hash of what stands before the cursor of an mbox
	root TEXT, -- git: the first commit, by which a repository is known when it moves
	seen INTEGER, -- when it was last found there
	vanished INTEGER -- when it was first missed; NULL: it is there
);
CREATE INDEX source_root ON source(root) WHERE root IS NOT NULL;

-- One conversation. root is the oldest known message id (also of a mail that is not
-- in the archive).
CREATE TABLE thread (
	id INTEGER PRIMARY KEY,
	root TEXT NOT NULL UNIQUE
);

-- Message ids that mails refer to and that are not in the archive.
CREATE TABLE ghost (
	message_id TEXT PRIMARY KEY,
	thread INTEGER NOT NULL REFERENCES thread(id)
) WITHOUT ROWID;
CREATE INDEX ghost_thread ON ghost(thread);

-- Threads whose root, owners and copies are to be worked out again. Empty after a run
-- that came to its end.
CREATE TABLE unsettled (
	thread INTEGER PRIMARY KEY REFERENCES thread(id)
);

-- One mail: its Message-ID and the hash of its content. version 0 is the first read, but
-- none that was cut while there is a whole one;
-- another content under the same id is kept as version 1, 2, ... and has no reports,
-- tables and trailers.
CREATE TABLE message (
	id INTEGER PRIMARY KEY, -- also the rowid in words
	message_id TEXT NOT NULL, -- without <>; made from the hash where the mail has none
	made_id INTEGER NOT NULL DEFAULT 0,
	version INTEGER NOT NULL DEFAULT 0,
	hash BLOB NOT NULL, -- SHA-256 of From, Date, Subject and decoded text
	thread INTEGER NOT NULL REFERENCES thread(id),
	subject TEXT,
	from_name TEXT,
	from_address TEXT,
	date INTEGER,
	source INTEGER NOT NULL REFERENCES source(id), -- where it was first read
	place TEXT, -- byte offset in the unpacked file, or the git blob id; NULL: it is not there any more
	features INTEGER, -- bits: what its text holds; NULL: not known
	indexed INTEGER NOT NULL DEFAULT 0, -- in words: 0 nothing, 1 the header, 2 all
	received INTEGER, -- the first time that a copy was received, by its last Received
	-- where its file ended with it, so that more of it may come: its bytes, and their CRC-32
	open_size INTEGER,
	open_sum INTEGER,
	choice BLOB, -- of several copies that is kept where this is the smallest; NULL: not known
	UNIQUE (message_id, version)
);
CREATE INDEX message_thread ON message(thread);
CREATE INDEX message_bug ON message(from_address) WHERE from_address LIKE 'syzbot+%';
CREATE INDEX message_date ON message(date);
CREATE INDEX message_source ON message(source, place);
CREATE INDEX message_unindexed ON message(id) WHERE indexed = 0;
CREATE INDEX message_by_header ON message(id) WHERE indexed = 1;
CREATE INDEX message_hash ON message(message_id, hash) WHERE version > 0;
CREATE INDEX message_open ON message(id) WHERE made_id = 1 AND open_size IS NOT NULL;

-- The ids a mail refers to, oldest first: References, then what In-Reply-To adds. The
-- last one is the mail it answers. Also ids of mails that are not in the archive.
CREATE TABLE reference (
	message INTEGER NOT NULL REFERENCES message(id),
	position INTEGER NOT NULL,
	target TEXT NOT NULL,
	PRIMARY KEY (message, position)
) WITHOUT ROWID;

CREATE TABLE message_list (
	message INTEGER NOT NULL REFERENCES message(id),
	list TEXT NOT NULL, -- List-Id
	PRIMARY KEY (message, list)
) WITHOUT ROWID;
CREATE INDEX message_list_list ON message_list(list);

CREATE TABLE problem (
	message INTEGER NOT NULL REFERENCES message(id),
	position INTEGER NOT NULL,
	code TEXT NOT NULL,
	detail TEXT,
	PRIMARY KEY (message, position)
) WITHOUT ROWID;

-- Only for mails with a report, table, plot or trailer: the decoded text (physical
-- lines, LF, all parts one after the other, so that line N of any record is line N
-- here) and the perflore.message/1 object, each zstd-compressed.
CREATE TABLE message_text (
	message INTEGER PRIMARY KEY REFERENCES message(id),
	text BLOB NOT NULL,
	json BLOB NOT NULL
);

-- The text index (FTS5): the words of every mail by field, without the texts; rowid is the
-- mail. Of quoted text and diffs as well. See docs/indexing.md for what is a word.
CREATE VIRTUAL TABLE words USING fts5(
	subject, sender, recipient, cc, own, quoted, filename, diff_file,
	content = '', columnsize = 0,
	tokenize = "unicode61 remove_diacritics 2 tokenchars '_'"
);
INSERT INTO words(words, rank) VALUES ('hashsize', 16777216);
INSERT INTO words(words, rank) VALUES ('automerge', 8);

-- Mails to be parsed again, because a recognizer that could find something in them has
-- changed. Empty after a run that came to its end.
CREATE TABLE outdated (
	message INTEGER PRIMARY KEY REFERENCES message(id)
);

-- A test machine as described; one row for each distinct description.
CREATE TABLE machine (
	id INTEGER PRIMARY KEY,
	tbox TEXT,
	text TEXT, -- the description as printed; the columns below are read from it
	threads INTEGER,
	sockets INTEGER,
	model TEXT,
	codename TEXT,
	memory_gib REAL,
	key TEXT -- the same for all spellings of one machine
);
CREATE UNIQUE INDEX machine_unique ON machine(
	ifnull(tbox, ''), ifnull(text, ''), ifnull(threads, 0), ifnull(sockets, 0),
	ifnull(model, ''), ifnull(codename, ''), ifnull(memory_gib, 0));

-- A report as the mail states it, or as a reply quotes it. copy_of: the same report in
-- the earliest mail that holds it; copies: how many other mails hold this one.
CREATE TABLE report (
	id INTEGER PRIMARY KEY,
	message INTEGER NOT NULL REFERENCES message(id),
	position INTEGER NOT NULL, -- index in the mail's reports: MESSAGE-ID#rN
	kind TEXT NOT NULL, -- performance | functional | build
	line INTEGER NOT NULL,
	depth INTEGER NOT NULL,
	verdict TEXT NOT NULL, -- regression | improvement | changed | failure
	metric TEXT, -- the headline's
	change REAL,
	change_unit TEXT, -- % | abs
	printed TEXT,
	culprit TEXT,
	title TEXT, -- the culprit's
	tree TEXT,
	branch TEXT,
	testcase TEXT,
	machine INTEGER REFERENCES machine(id),
	config TEXT,
	compiler TEXT,
	link_report TEXT,
	link_reproduce TEXT,
	copy_of INTEGER REFERENCES report(id),
	content INTEGER NOT NULL, -- hash of what copies have in common
	copies INTEGER NOT NULL DEFAULT 0,
	UNIQUE (message, position)
);
CREATE INDEX report_culprit ON report(culprit);
CREATE INDEX report_content ON report(content);
CREATE INDEX report_copy ON report(copy_of) WHERE copy_of IS NOT NULL;
CREATE INDEX report_testcase ON report(testcase);
CREATE INDEX report_machine ON report(machine);

CREATE TABLE report_parameter (
	report INTEGER NOT NULL REFERENCES report(id),
	key TEXT NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY (report, key)
) WITHOUT ROWID;
CREATE INDEX report_parameter_key ON report_parameter(key, value);

CREATE TABLE report_status ( -- the [bracket] lines
	report INTEGER NOT NULL REFERENCES report(id),
	position INTEGER NOT NULL,
	state TEXT NOT NULL,
	place TEXT,
	commit_id TEXT,
	PRIMARY KEY (report, position)
) WITHOUT ROWID;

CREATE TABLE report_related ( -- the "significant impact" box
	report INTEGER NOT NULL REFERENCES report(id),
	position INTEGER NOT NULL,
	testcase TEXT,
	verdict TEXT NOT NULL,
	metric TEXT,
	change REAL,
	change_unit TEXT,
	printed TEXT,
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

CREATE TABLE report_boots ( -- boot_successes and boot_failures of that box
	report INTEGER NOT NULL REFERENCES report(id),
	commit_column INTEGER NOT NULL, -- 0 is the base
	successes INTEGER,
	failures INTEGER,
	PRIMARY KEY (report, commit_column)
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
	title TEXT,
	unit TEXT,
	better TEXT, -- higher | lower, where printed
	-- What was measured and where, of an LKP table by its axes: its rows are of these, not
	-- of the owner's testcase and machine. Of a person's own table, where the mail names them
	-- near it.
	benchmark TEXT, -- of a person's own table in lower case
	machine INTEGER REFERENCES machine(id),
	UNIQUE (message, position)
);
CREATE INDEX metric_table_benchmark ON metric_table(benchmark) WHERE benchmark IS NOT NULL;
CREATE INDEX metric_table_owner ON metric_table(owner);
CREATE INDEX metric_table_report ON metric_table(report) WHERE report IS NOT NULL;

CREATE TABLE table_axis (
	metric_table INTEGER NOT NULL REFERENCES metric_table(id),
	position INTEGER NOT NULL,
	key TEXT NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY (metric_table, position)
) WITHOUT ROWID;
-- The axes that are parameters of the rows: the others say with what was measured, or stand in
-- benchmark and machine.
CREATE INDEX table_axis_parameter ON table_axis(key, value) WHERE key NOT IN
	('compiler', 'kconfig', 'rootfs', 'tbox', 'tbox_group', 'testcase');
CREATE INDEX metric_table_machine ON metric_table(machine) WHERE machine IS NOT NULL;

CREATE TABLE table_column (
	metric_table INTEGER NOT NULL REFERENCES metric_table(id),
	position INTEGER NOT NULL, -- 0 is the base
	label TEXT,
	commit_id TEXT,
	title TEXT,
	PRIMARY KEY (metric_table, position)
) WITHOUT ROWID;

CREATE TABLE metric (
	id INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE,
	direction INTEGER, -- 1: higher is better, -1: lower is better, NULL: not known
	family TEXT, -- the monitor or test that measures it, as LKP names them
	unit TEXT -- as the family defines it, or the name spells it
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
CREATE INDEX metric_function_metric ON metric_function(metric, position);

-- One metric row x compared column, base and head together: perflore.row/1 without a
-- self-join. A one-column table has one row a metric, with head_* and change NULL.
-- The clustering key keeps a table's rows together, in the order of the mail.
-- copy_table and copy_position: this row was quoted; the row that is shown instead
-- (in the earliest mail that holds it). copies: on the row that is shown, how many
-- other mails hold it.
CREATE TABLE metric_row (
	metric_table INTEGER NOT NULL REFERENCES metric_table(id),
	position INTEGER NOT NULL, -- index of the row in its table
	compared INTEGER NOT NULL, -- index of the compared column; 0 in a one-column table
	metric INTEGER REFERENCES metric(id), -- NULL: a row without label
	line INTEGER NOT NULL,
	kind TEXT NOT NULL, -- stat | fail
	test TEXT,
	aggregate TEXT, -- TOTAL | GEO-MEAN
	change REAL,
	change_unit TEXT, -- % | abs; NULL: no change
	note TEXT, -- appeared | both_zero | vanished | absent
	effect REAL, -- |change| weighed by the spread; NULL: no change
	base_value REAL,
	base_stddev_pct REAL,
	base_fails INTEGER,
	base_runs INTEGER,
	base_ratio_pct REAL,
	base_text TEXT,
	base_note TEXT,
	head_value REAL,
	head_stddev_pct REAL,
	head_fails INTEGER,
	head_runs INTEGER,
	head_ratio_pct REAL,
	head_text TEXT,
	content INTEGER NOT NULL, -- hash of metric, test and all cells of the row
	copy_table INTEGER REFERENCES metric_table(id),
	copy_position INTEGER,
	copies INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (metric_table, position, compared)
) WITHOUT ROWID;

-- Rows whose own line names test and machine, and the TOTAL or GEO-MEAN of such rows: they are of
-- these and not of the table's or the owner's, also where they are NULL, not told.
CREATE TABLE row_subject (
	metric_table INTEGER NOT NULL REFERENCES metric_table(id),
	position INTEGER NOT NULL,
	testcase TEXT,
	machine INTEGER REFERENCES machine(id),
	owners_case INTEGER NOT NULL DEFAULT 0, -- 1: the owner's parameters but `ucode` are the row's
	PRIMARY KEY (metric_table, position)
) WITHOUT ROWID;
CREATE INDEX row_subject_testcase ON row_subject(testcase) WHERE testcase IS NOT NULL;
CREATE INDEX row_subject_machine ON row_subject(machine) WHERE machine IS NOT NULL;
-- The question "rows of these metrics, strongest first, without copies" never leaves it.
CREATE INDEX metric_row_best ON metric_row(metric, change_unit, effect, copy_table, change);
CREATE INDEX metric_row_content ON metric_row(content) WHERE compared < 2;
CREATE INDEX metric_row_copy ON metric_row(copy_table) WHERE copy_table IS NOT NULL;

CREATE TABLE trailer (
	message INTEGER NOT NULL REFERENCES message(id),
	position INTEGER NOT NULL,
	name TEXT NOT NULL,
	value TEXT NOT NULL,
	line INTEGER NOT NULL,
	depth INTEGER NOT NULL,
	PRIMARY KEY (message, position)
) WITHOUT ROWID;

-- Every commit id that a mail names, and in which role: culprit (of a report), base
-- and head (columns of a table), status (a bracket line), fixes, reverts, introduced
-- (trailers and #regzbot commands), fix (#regzbot fix), applied (the id that a patch has
-- in a tree; title is the patch's); mentioned: elsewhere in the text, of commits that no
-- record of the mail names, the first line.
CREATE TABLE commit_mention (
	commit_id TEXT NOT NULL,
	role TEXT NOT NULL,
	message INTEGER NOT NULL REFERENCES message(id),
	line INTEGER NOT NULL,
	title TEXT,
	PRIMARY KEY (commit_id, role, message, line)
) WITHOUT ROWID;
CREATE INDEX commit_mention_message ON commit_mention(message);
CREATE INDEX commit_mention_title ON commit_mention(title) WHERE title IS NOT NULL;

-- A mail that is a patch, and its title: the subject without what stands in brackets
-- before it, as the commit has it.
CREATE TABLE patch (
	message INTEGER PRIMARY KEY REFERENCES message(id),
	title TEXT NOT NULL
);
CREATE INDEX patch_title ON patch(title);

-- The files that the diff of a patch changes, the first 50.
CREATE TABLE file (
	id INTEGER PRIMARY KEY,
	path TEXT NOT NULL UNIQUE
);
CREATE TABLE patch_file (
	message INTEGER NOT NULL REFERENCES message(id),
	file INTEGER NOT NULL REFERENCES file(id),
	PRIMARY KEY (message, file)
) WITHOUT ROWID;

-- The addresses in To and Cc of a mail with a report.
CREATE TABLE recipient (
	message INTEGER NOT NULL REFERENCES message(id),
	address TEXT NOT NULL, -- in lower case
	PRIMARY KEY (message, address)
) WITHOUT ROWID;

-- The rows with names in place of numbers, for the sqlite3 shell: rows of mails that
-- quote another are left out.
CREATE VIEW rows AS
SELECT m.message_id, datetime(m.date, 'unixepoch') AS date, m.subject, th.root AS thread,
	r.line, t.depth, r.kind, t.title AS table_title, n.name AS metric, r.test, r.aggregate,
	CASE WHEN u.position IS NOT NULL THEN u.testcase
		WHEN t.kind = 'lkp' THEN ifnull(t.benchmark, o.testcase) ELSE o.testcase END AS testcase,
	a.tbox, a.text AS machine, a.key AS machine_key,
	b.commit_id AS base_commit, b.label AS base_label, r.base_value, r.base_stddev_pct,
	r.base_fails, r.base_runs, r.base_ratio_pct, r.base_text,
	h.commit_id AS head_commit, h.label AS head_label, r.head_value, r.head_stddev_pct,
	r.head_fails, r.head_runs, r.head_ratio_pct, r.head_text,
	CASE t.kind WHEN 'lkp' THEN n.unit ELSE t.unit END AS unit,
	CASE t.kind WHEN 'lkp' THEN n.family END AS family,
	r.change, r.change_unit, r.note, r.effect,
	CASE CASE -- as pl_row_sign() says, which search asks
		WHEN r.note IN ('absent', 'both_zero') THEN 0
		WHEN r.kind = 'fail' THEN CASE
			WHEN n.name GLOB 'perf-profile.*' OR n.name GLOB 'timestamp:*'
			OR n.name GLOB 'bootstage:*' OR n.name IN ('boot_failures', 'boot_successes')
			OR substr(n.name, instr(n.name, '.') + 1) GLOB 'timestamp:*'
			OR substr(n.name, instr(n.name, '.') + 1) GLOB 'bootstage:*'
			OR substr(n.name, instr(n.name, '.') + 1) IN ('boot_failures', 'boot_successes')
			OR r.base_fails > r.base_runs OR r.head_fails > r.head_runs THEN 0
			ELSE CASE WHEN n.name GLOB '*.pass' THEN 1 ELSE -1 END * sign(
				r.head_fails * 1.0 / r.head_runs - r.base_fails * 1.0 / r.base_runs) END
		ELSE CASE t.better WHEN 'higher' THEN 1 WHEN 'lower' THEN -1 ELSE n.direction END *
			CASE WHEN r.note = 'appeared' THEN 1
			WHEN t.kind <> 'lkp' AND r.base_value IS NOT NULL AND r.head_value IS NOT NULL
			THEN sign(r.head_value - r.base_value) ELSE sign(r.change) END
		END WHEN 1 THEN 'better' WHEN -1 THEN 'worse' ELSE 'unknown' END AS row_verdict,
	o.verdict, o.culprit, o.title AS culprit_title, r.copies
FROM metric_row r
JOIN metric_table t ON t.id = r.metric_table
JOIN message m ON m.id = t.message
JOIN thread th ON th.id = m.thread
LEFT JOIN metric n ON n.id = r.metric
LEFT JOIN report o ON o.id = t.owner
LEFT JOIN row_subject u ON u.metric_table = r.metric_table AND u.position = r.position
LEFT JOIN machine a ON a.id = CASE WHEN u.position IS NOT NULL THEN u.machine
	WHEN t.kind = 'lkp' THEN ifnull(t.machine, o.machine) ELSE o.machine END
LEFT JOIN table_column b ON b.metric_table = t.id AND b.position = 0
LEFT JOIN table_column h ON h.metric_table = t.id AND h.position = r.compared AND r.compared > 0
WHERE r.copy_table IS NULL;

-- The reports with their mail and machine, copies left out.
CREATE VIEW reports AS
SELECT m.message_id || '#r' || r.position AS id, datetime(m.date, 'unixepoch') AS date,
	m.subject, th.root AS thread, r.kind, r.verdict, r.metric, r.change, r.change_unit,
	r.culprit, r.title, r.tree, r.branch, r.testcase, a.tbox, a.text AS machine,
	a.key AS machine_key, r.line, r.depth, r.copies
FROM report r
JOIN message m ON m.id = r.message
JOIN thread th ON th.id = m.thread
LEFT JOIN machine a ON a.id = r.machine
WHERE r.copy_of IS NULL;

-- A sentence in a mail's own words that falls under one of the rules of docs/outcome.md.
-- Most are in threads without a report, and decide nothing.
CREATE TABLE remark (
	message INTEGER NOT NULL REFERENCES message(id),
	line INTEGER NOT NULL,
	rule TEXT NOT NULL,
	text TEXT NOT NULL,
	PRIMARY KEY (message, line, rule)
) WITHOUT ROWID;

-- The mails that trailers in a mail's own words name: Link, Closes, and #regzbot commands
-- (regzbot-dup, regzbot-report); and the bugs that Reported-by names by the address that
-- their report came from. Of a report that is quoted, who sent it, at the report's line:
-- reporter (a name, or an address without one) and reporter-address; and the mail that it comes
-- from: origin-link (its own link), origin-above (the text above it), origin-answered. With an empty
-- target: whose report it is (robot-lkp, robot-syzbot, robot-other); at line 0, offers: the mail offers a change
-- (target patch: a person's mail whose subject says so).
CREATE TABLE mail_link (
	message INTEGER NOT NULL REFERENCES message(id),
	line INTEGER NOT NULL,
	target TEXT NOT NULL, -- a message id, also of a mail that is not in the archive; an address
	name TEXT NOT NULL,
	PRIMARY KEY (message, line, target)
) WITHOUT ROWID;
CREATE INDEX mail_link_target ON mail_link(target, name);
CREATE INDEX mail_link_name ON mail_link(name) WHERE name = 'regzbot-dup';

-- The mail that a quoted report comes from: target, which may be in the archive or not. A robot's report comes from
-- a mail of the same robot; and what is said to come from the mail that is answered is not from a mail
-- of a person that holds no report.
CREATE VIEW origin AS
SELECT o.report, o.target, o.name FROM (
	SELECT r.id AS report, l.target, l.name, y.id AS found, (
		SELECT k.name FROM mail_link k WHERE k.message = r.message AND k.line = r.line
		AND k.target = '' AND k.name LIKE 'robot-%') AS robot,
		CASE WHEN y.who LIKE '%syzbot%' THEN 'robot-syzbot'
		WHEN y.who LIKE '%kernelci%' OR y.who LIKE '%lkft%'
			OR y.who LIKE '%functional testing%' THEN 'robot-other'
		WHEN y.who LIKE '%robot%' OR y.who LIKE '% lkp@%' THEN 'robot-lkp' END AS sender
	FROM report r
	JOIN mail_link l ON l.message = r.message AND l.line = r.line
		AND l.name IN ('origin-link', 'origin-above', 'origin-answered')
	LEFT JOIN (SELECT id, message_id, version,
		ifnull(from_name, '') || ' ' || ifnull(from_address, '') AS who FROM message) y
		ON y.message_id = l.target AND y.version = 0
	WHERE r.depth > 0) o
WHERE o.found IS NULL OR iif(o.sender IS NULL,
	o.name <> 'origin-answered' OR EXISTS (
		SELECT 1 FROM report h WHERE h.message = o.found AND h.depth = 0),
	o.sender = ifnull(o.robot, o.sender));

-- Reports whose outcome is to be worked out again. Empty after a run that came to its
-- end.
CREATE TABLE undecided (
	report INTEGER PRIMARY KEY REFERENCES report(id)
);

-- What speaks for an outcome of a report (one that is no copy): the mail, the line and
-- the rule. strength: 1 words, 2 measured or tracked, 3 a fix that names the culprit, 4 a
-- fix or command that names the report.
CREATE TABLE evidence (
	report INTEGER NOT NULL REFERENCES report(id),
	message INTEGER NOT NULL REFERENCES message(id),
	line INTEGER NOT NULL,
	rule TEXT NOT NULL,
	state TEXT NOT NULL, -- open | fixed | dismissed | disputed
	strength INTEGER NOT NULL,
	text TEXT NOT NULL, -- the words, or what was measured
	PRIMARY KEY (report, message, line, rule)
) WITHOUT ROWID;
CREATE INDEX evidence_message ON evidence(message);
CREATE INDEX evidence_fix ON evidence(text) WHERE rule = 'regzbot-fix';

-- The commits that fixed a report, where mails name them: message and line. The patch is
-- evidence, or is named as the fix, and a mail says under which id it was taken up; or the
-- evidence is a #regzbot command with the id.
CREATE VIEW fixes AS
SELECT e.report, c.commit_id, c.title, c.message, c.line
FROM evidence e
JOIN patch p ON p.message = e.message
JOIN commit_mention c ON c.title = p.title AND c.role = 'applied'
WHERE e.state = 'fixed' AND e.rule IN ('closes', 'link', 'reported-by', 'fixes', 'reverts')
UNION ALL
SELECT e.report, c.commit_id, c.title, c.message, c.line
FROM commit_mention c
JOIN evidence e ON e.rule = 'regzbot-fix' AND e.text = '#regzbot fix: ' || c.title
WHERE c.role = 'applied' AND c.title IS NOT NULL
UNION ALL
SELECT e.report, c.commit_id, c.title, c.message, c.line
FROM evidence e
JOIN commit_mention c ON c.message = e.message AND c.line = e.line AND c.role = 'fix'
WHERE e.rule IN ('regzbot-fix', 'regzbot-fixedby')
UNION ALL
SELECT e.report, c.commit_id, c.title, c.message, c.line
FROM evidence e
JOIN commit_mention c ON c.message = e.message AND c.role = 'mentioned'
JOIN report r ON r.id = e.report
WHERE e.rule = 'words-fixed' AND (instr(lower(e.text), substr(c.commit_id, 1, 7))
	OR (e.text LIKE '%:' AND c.line > e.line AND c.line <= e.line + 3))
AND substr(c.commit_id, 1, 7) IS NOT substr(r.culprit, 1, 7);

-- What became of a report that is no copy. message, line and rule: the evidence that
-- decides; NULL where there is none. conflict: other evidence, as strong or newer, says
-- something else.
CREATE TABLE outcome (
	report INTEGER PRIMARY KEY REFERENCES report(id),
	state TEXT NOT NULL, -- open | fixed | dismissed | disputed | unknown
	message INTEGER REFERENCES message(id),
	line INTEGER,
	rule TEXT,
	conflict INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX outcome_state ON outcome(state);
CREATE INDEX outcome_message ON outcome(message) WHERE message IS NOT NULL;

-- The subsystems of a report. rank: 0 is the best reason.
CREATE TABLE subsystem (
	report INTEGER NOT NULL REFERENCES report(id),
	name TEXT NOT NULL, -- mm, or the title of a section of MAINTAINERS
	path TEXT NOT NULL, -- as written where it was found: mm/rmap, the list, the pattern
	reason TEXT NOT NULL, -- title | tag | list | maintainers
	rank INTEGER NOT NULL,
	PRIMARY KEY (report, name)
) WITHOUT ROWID;
CREATE INDEX subsystem_name ON subsystem(name);
CREATE INDEX subsystem_path ON subsystem(path);
