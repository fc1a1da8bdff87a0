-- Sources remember what was read of them; mails are parsed again when a recognizer changes.

ALTER TABLE source ADD COLUMN named INTEGER NOT NULL DEFAULT 0;
ALTER TABLE source ADD COLUMN size INTEGER;
ALTER TABLE source ADD COLUMN mtime INTEGER;
ALTER TABLE source ADD COLUMN tail BLOB;
ALTER TABLE source ADD COLUMN root TEXT;
ALTER TABLE source ADD COLUMN seen INTEGER;
ALTER TABLE source ADD COLUMN vanished INTEGER;
CREATE INDEX source_root ON source(root) WHERE root IS NOT NULL;

-- Which paths were given to `index` was not kept: repositories, and files with several
-- mails, are taken to be such. A folder must be named once more.
UPDATE source SET named = 1 WHERE path <> '-' AND (cursor IS NOT NULL
	OR id IN (SELECT source FROM message GROUP BY source HAVING count(*) > 1));

ALTER TABLE message ADD COLUMN features INTEGER;

CREATE TABLE recognizer (
	id TEXT PRIMARY KEY,
	version INTEGER NOT NULL,
	needs INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE outdated (
	message INTEGER PRIMARY KEY REFERENCES message(id)
);

-- What is known of names, and one key for all spellings of a machine.

ALTER TABLE metric ADD COLUMN family TEXT;
ALTER TABLE metric ADD COLUMN unit TEXT;
UPDATE metric SET family = metric_family(name), unit = metric_unit(name);

ALTER TABLE machine ADD COLUMN key TEXT;
UPDATE machine SET key = machine_key(tbox, text, threads, model, codename, memory_gib);

DROP VIEW rows;
DROP VIEW reports;
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

-- The text index is a table now. It is filled by `check --rebuild`.
ALTER TABLE message ADD COLUMN indexed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX message_unindexed ON message(id) WHERE indexed = 0;
DROP TABLE pending;
CREATE VIRTUAL TABLE words USING fts5(
	subject, sender, recipient, cc, own, quoted, filename, diff_file,
	content = '', columnsize = 0,
	tokenize = "unicode61 remove_diacritics 2 tokenchars '_'"
);
INSERT INTO words(words, rank) VALUES ('hashsize', 16777216);
INSERT INTO words(words, rank) VALUES ('automerge', 8);

-- What a table measured, and where; filled as the mails are parsed again.
ALTER TABLE metric_table ADD COLUMN benchmark TEXT;
ALTER TABLE metric_table ADD COLUMN machine INTEGER REFERENCES machine(id);
CREATE INDEX metric_table_benchmark ON metric_table(benchmark) WHERE benchmark IS NOT NULL;
CREATE INDEX metric_table_machine ON metric_table(machine) WHERE machine IS NOT NULL;
CREATE INDEX table_axis_parameter ON table_axis(key, value) WHERE key NOT IN
	('compiler', 'kconfig', 'rootfs', 'tbox', 'tbox_group', 'testcase');

-- Rows that name their test themselves; filled as the mails are parsed again.
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

-- In order of effect also where copies stand between.

DROP INDEX metric_row_best;
CREATE INDEX metric_row_best ON metric_row(metric, change_unit, effect, copy_table, change);

-- Reports of syzbot, by the address that each bug has of its own.
CREATE INDEX message_bug ON message(from_address) WHERE from_address LIKE 'syzbot+%';

-- Patches, the commits they became, and who a report was sent to; filled as the mails are
-- parsed again.

ALTER TABLE commit_mention ADD COLUMN title TEXT;
CREATE INDEX commit_mention_title ON commit_mention(title) WHERE title IS NOT NULL;
CREATE TABLE patch (
	message INTEGER PRIMARY KEY REFERENCES message(id),
	title TEXT NOT NULL
);
CREATE INDEX patch_title ON patch(title);

CREATE TABLE file (
	id INTEGER PRIMARY KEY,
	path TEXT NOT NULL UNIQUE
);
CREATE TABLE patch_file (
	message INTEGER NOT NULL REFERENCES message(id),
	file INTEGER NOT NULL REFERENCES file(id),
	PRIMARY KEY (message, file)
) WITHOUT ROWID;

CREATE TABLE recipient (
	message INTEGER NOT NULL REFERENCES message(id),
	address TEXT NOT NULL,
	PRIMARY KEY (message, address)
) WITHOUT ROWID;
CREATE INDEX evidence_fix ON evidence(text) WHERE rule = 'regzbot-fix';

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

CREATE INDEX message_by_header ON message(id) WHERE indexed = 1;

-- Reports of a test, and of a machine.
CREATE INDEX report_testcase ON report(testcase);
CREATE INDEX report_machine ON report(machine);

CREATE INDEX metric_row_copy ON metric_row(copy_table) WHERE copy_table IS NOT NULL;
CREATE INDEX report_copy ON report(copy_of) WHERE copy_of IS NOT NULL;
CREATE INDEX outcome_message ON outcome(message) WHERE message IS NOT NULL;
CREATE INDEX metric_table_report ON metric_table(report) WHERE report IS NOT NULL;

-- When mails were received; filled as they are parsed again.
ALTER TABLE message ADD COLUMN received INTEGER;

-- Mails that may have been caught while they were written; not known of older ones.
ALTER TABLE message ADD COLUMN open_size INTEGER;
ALTER TABLE message ADD COLUMN open_sum INTEGER;
CREATE INDEX message_hash ON message(message_id, hash) WHERE version > 0;
CREATE INDEX message_open ON message(id) WHERE made_id = 1 AND open_size IS NOT NULL;

-- Which of several copies is kept; filled as mails are parsed again.
ALTER TABLE message ADD COLUMN choice BLOB;
