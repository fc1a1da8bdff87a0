/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * public-inbox repositories, read without its databases: one bare epoch, or a
 * folder with git/N.git epochs (v2: a commit holds its mail in the file `m`, or
 * takes one back with `d`), or one repository that keeps all mails (v1: files
 * xx/38 hex digits). The first-parent history is walked back to the cursor once,
 * keeping 40 bytes a commit, and then read oldest first.
 */
#include "source_reader.h"

#include <git2.h>

#include "git_added.h"
#include "git_blob.h"
#include "git_inbox.h"
#include "git_library.h"
#include "git_object.h"
#include "git_place.h"

enum {
	OVERSIZE = 2, /* a blob so many times the limit is not even unpacked */
};

struct commit {
	git_oid id;
	git_oid tree;
};

struct git {
	struct pl_reader reader;
	GPtrArray *epochs;	    /* paths */
	guint epoch;		    /* the one to be opened next */
	const char *path;	    /* of the epoch that is open */
	git_repository *repository; /* NULL: none is open */
	git_odb *odb;
	GArray *commits; /* struct commit, newest first; consumed from the end */
	bool has_before;
	git_oid before;	      /* the tree before the next commit's */
	GArray *mails;	      /* git_oid, of the commit that is being read; consumed from the end */
	git_odb_object *blob; /* of the item handed out last */
	char commit[GIT_OID_HEXSZ + 1]; /* being read */
	char cursor[GIT_OID_HEXSZ + 1]; /* the last commit that was read with all before it */
	char root[GIT_OID_HEXSZ + 1];	/* empty: not known */
	char oldest[GIT_OID_HEXSZ + 1]; /* of a shallow clone; else empty */
	bool held;			/* the cursor stays: something before was unreadable */
};

/* Marks where the epoch was read to; was: where it lay before it moved, or NULL. */
static void mark_epoch(struct git *git, const char *was)
{
	struct pl_mark *mark = pl_source_mark(git->reader.source, git->path);

	if (!mark)
		return;
	if (git->cursor[0])
		mark->cursor =
		    g_strconcat(git->cursor, git->oldest[0] ? " " : NULL, git->oldest, NULL);
	mark->root = git->root[0] ? g_strdup(git->root) : NULL;
	mark->was = g_strdup(was);
}

/* Walks back from id to the root, or to the commit `cursor` (NULL: none), and lists what it
 * passes. True where it came to the cursor. */
static bool walk_back(struct git *git, git_oid id, const char *cursor)
{
	struct pl_source *source = git->reader.source;
	bool shallow = git_repository_is_shallow(git->repository) == 1;
	struct commit commit = {.id = id};
	char hex[GIT_OID_HEXSZ + 1];
	bool has_parent = true;
	git_oid parent;

	for (; has_parent; commit.id = parent) {
		bool known, good;

		git_oid_tostr(hex, sizeof(hex), &commit.id);
		known = cursor && strncmp(hex, cursor, GIT_OID_HEXSZ) == 0;
		good = pl_git_read_commit(git->odb, &commit.id, &commit.tree, &parent, &has_parent);
		if (known) {
			/* what is behind it was read; only v1 needs its tree */
			git->has_before = good;
			git->before = commit.tree;
			return true;
		}
		if (!good && shallow && git->commits->len) {
			commit = g_array_index(git->commits, struct commit, git->commits->len - 1);
			git_oid_tostr(git->oldest, sizeof(git->oldest), &commit.id);
			pl_source_note(source, "%s: a shallow clone, older mails are not in it",
				       git->path);
			return false;
		}
		if (!good) {
			pl_source_broken(source, "%s: commit %s, and all before it: %s", git->path,
					 hex, pl_git_message());
			git->held = true;
			return false;
		}
		g_array_append_val(git->commits, commit);
	}
	memcpy(git->root, hex, sizeof(git->root));
	return false;
}

/* The first commit of a history of which a part was read before; it is not read again. */
static void find_root(struct git *git, git_oid id)
{
	bool has_parent = true;
	git_oid tree, parent;

	for (; pl_git_read_commit(git->odb, &id, &tree, &parent, &has_parent); id = parent)
		if (!has_parent) {
			git_oid_tostr(git->root, sizeof(git->root), &id);
			return;
		}
}

/* A history with this root was read before, at another place: what is listed of it, the
 * newest first, ends where that reading ended. */
static bool find_moved(struct git *git)
{
	const struct pl_source_memory *memory = &git->reader.source->memory;
	GPtrArray *marks =
	    memory->of_root && git->root[0] ? memory->of_root(memory->context, git->root) : NULL;
	bool found = false;

	for (guint i = 0; marks && i < marks->len && !found; i++) {
		const struct pl_mark *mark = g_ptr_array_index(marks, i);
		git_oid id;

		if (!mark->cursor || git_oid_fromstr(&id, mark->cursor) != 0)
			continue;
		for (guint k = 0; k < git->commits->len && !found; k++) {
			const struct commit *commit =
			    &g_array_index(git->commits, struct commit, k);

			if (!git_oid_equal(&commit->id, &id))
				continue;
			found = true;
			git->has_before = true;
			git->before = commit->tree;
			g_strlcpy(git->cursor, mark->cursor, sizeof(git->cursor));
			g_array_set_size(git->commits, k);
			mark_epoch(git,
				   pl_git_has_commit(mark->path, mark->cursor) ? NULL : mark->path);
		}
	}
	if (marks)
		g_ptr_array_unref(marks);
	return found;
}

/* The oldest commit that was read of a shallow clone, which stands behind the cursor. NULL: it
 * was none. */
static const char *oldest_of(const struct pl_mark *known)
{
	const char *cursor = known ? known->cursor : NULL;

	return cursor && strlen(cursor) == 2 * GIT_OID_HEXSZ + 1 ? cursor + GIT_OID_HEXSZ + 1
								 : NULL;
}

/* Whether the commit before this one is there. */
static bool parent_is_there(struct git *git, const char *commit)
{
	git_oid id, tree, parent;
	bool has;

	return git_oid_fromstr(&id, commit) == 0 &&
	       pl_git_read_commit(git->odb, &id, &tree, &parent, &has) && has &&
	       git_odb_exists(git->odb, &parent);
}

/* Lists the commits to be read. */
static void list_commits(struct git *git)
{
	struct pl_source *source = git->reader.source;
	struct pl_mark *known = pl_source_recall(source, git->path);
	const char *oldest = oldest_of(known);
	enum pl_status status;
	struct pl_mark *mark;
	git_oid tip, id;

	git->has_before = false;
	if (oldest && parent_is_there(git, oldest)) {
		pl_source_note(source,
			       "%s: older mails have come to the shallow clone: all of it is read "
			       "again",
			       git->path);
		g_clear_pointer(&known, pl_mark_free);
		oldest = NULL;
	}
	status = pl_git_find_tip(git->repository, &tip);
	if (status == PL_NOTHING) {
		pl_source_note(source, "%s: no commits, no mails", git->path);
	} else if (status != PL_OK) {
		pl_source_broken(source, "%s: %s", git->path, pl_git_message());
	} else if (walk_back(git, tip, known ? known->cursor : NULL)) {
		g_strlcpy(git->cursor, known->cursor, sizeof(git->cursor));
		source->counts.unchanged += git->commits->len == 0;
		if (known->root) {
			g_strlcpy(git->root, known->root, sizeof(git->root));
		} else if (oldest) {
			g_strlcpy(git->oldest, oldest, sizeof(git->oldest));
		} else if (git_oid_fromstr(&id, git->cursor) == 0) {
			find_root(git, id);
			mark_epoch(git, NULL);
		}
	} else if (find_moved(git) || !known || !git->root[0]) {
		;
	} else if (known->root && strcmp(known->root, git->root) != 0) {
		pl_source_note(source,
			       "%s: its first commit is another one than before: all of it is read",
			       git->path);
		mark_epoch(git, NULL);
	} else if (known->cursor) {
		pl_source_note(source,
			       "%s: commit %s, where reading ended before, is no longer in the "
			       "history: all of it is read again",
			       git->path, known->cursor);
		mark = pl_source_mark(source, git->path);
		if (mark)
			mark->doubt = true;
	}
	pl_mark_free(known);
}

static void close_epoch(struct git *git)
{
	git_odb_object_free(git->blob);
	git->blob = NULL;
	git_odb_free(git->odb);
	git->odb = NULL;
	git_repository_free(git->repository);
	git->repository = NULL;
	g_array_set_size(git->commits, 0);
	g_array_set_size(git->mails, 0);
}

static void open_epoch(struct git *git)
{
	git->path = g_ptr_array_index(git->epochs, git->epoch++);
	git->cursor[0] = '\0';
	git->commit[0] = '\0';
	git->root[0] = '\0';
	git->oldest[0] = '\0';
	git->held = false;
	git_error_clear();
	if (pl_git_open(&git->repository, git->path) != 0 ||
	    git_repository_odb(&git->odb, git->repository) != 0) {
		pl_source_broken(git->reader.source, "%s: %s", git->path, pl_git_message());
		close_epoch(git);
		return;
	}
	list_commits(git);
}

/* The commit that is being read was read to its end. */
static void finish_commit(struct git *git)
{
	if (git->commit[0] && !git->held) {
		memcpy(git->cursor, git->commit, sizeof(git->cursor));
		mark_epoch(git, NULL);
	}
	git->commit[0] = '\0';
}

/* Goes on to the next commit; false at the end of the epoch. */
static bool next_commit(struct git *git)
{
	struct commit commit;

	finish_commit(git);
	if (!git->commits->len)
		return false;
	commit = g_array_index(git->commits, struct commit, git->commits->len - 1);
	g_array_set_size(git->commits, git->commits->len - 1);
	git_oid_tostr(git->commit, sizeof(git->commit), &commit.id);
	if (!pl_git_added_mails(git->odb, &commit.tree, git->has_before ? &git->before : NULL,
				git->mails)) {
		pl_source_unreadable(git->reader.source, "%s: the tree of commit %s: %s", git->path,
				     git->commit, pl_git_message());
		git->held = true;
		return true;
	}
	git->has_before = true;
	git->before = commit.tree;
	return true;
}

/* Reads the blob into the item; false where that cannot be done. */
static bool read_mail(struct git *git, const git_oid *id, struct pl_item *item_out)
{
	struct pl_source *source = git->reader.source;
	size_t limit = source->limits.mail_bytes;
	size_t size;
	git_object_t type;
	char hex[GIT_OID_HEXSZ + 1];

	git_oid_tostr(hex, sizeof(hex), id);
	git_error_clear();
	if (git_odb_read_header(&size, &type, git->odb, id) == 0 && size / OVERSIZE > limit) {
		pl_source_unreadable(source, "%s: blob %s of commit %s: %zu bytes are too much",
				     git->path, hex, git->commit, size);
		return false;
	}
	git->blob = pl_git_read(git->odb, id, GIT_OBJECT_BLOB);
	if (!git->blob) {
		pl_source_unreadable(source, "%s: blob %s of commit %s: %s", git->path, hex,
				     git->commit, pl_git_message());
		git->held = true;
		return false;
	}
	pl_git_blob_mail(pl_git_text(git->blob), hex, git->path, limit, item_out);
	return true;
}

static enum pl_status git_next(struct pl_reader *reader, struct pl_item *item_out)
{
	struct git *git = (struct git *)reader;

	git_odb_object_free(git->blob);
	git->blob = NULL;
	for (;;) {
		if (git->mails->len) {
			git_oid id = g_array_index(git->mails, git_oid, git->mails->len - 1);

			g_array_set_size(git->mails, git->mails->len - 1);
			if (read_mail(git, &id, item_out))
				return PL_OK;
		} else if (!git->repository) {
			if (git->epoch == git->epochs->len)
				return PL_END;
			open_epoch(git);
		} else if (!next_commit(git)) {
			close_epoch(git);
		}
	}
}

static void git_close(struct pl_reader *reader)
{
	struct git *git = (struct git *)reader;

	close_epoch(git);
	g_array_unref(git->commits);
	g_array_unref(git->mails);
	g_ptr_array_unref(git->epochs);
	g_free(git);
}

enum pl_status pl_git_reader(struct pl_source *source, const char *path,
			     struct pl_reader **reader_out, struct pl_error *error)
{
	static const struct pl_reader_ops ops = {
	    .next = git_next,
	    .close = git_close,
	};
	GPtrArray *epochs;
	struct git *git;

	epochs = pl_git_find_inboxes(source, path);
	if (!epochs->len) {
		g_ptr_array_unref(epochs);
		return pl_git_no_inbox(path, error);
	}
	pl_git_library(PL_GIT_ANYBODY);
	git = g_new0(struct git, 1);
	git->reader = (struct pl_reader){&ops, source};
	git->epochs = epochs;
	git->commits = g_array_new(false, false, sizeof(struct commit));
	git->mails = g_array_new(false, false, sizeof(git_oid));
	*reader_out = &git->reader;
	return PL_OK;
}
