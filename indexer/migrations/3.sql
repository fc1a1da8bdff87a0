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
