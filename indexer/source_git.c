/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * public-inbox repositories, read without its databases: one bare epoch, or a
 * folder with git/N.git epochs (v2: a commit holds its mail in the file `m`, or
 * takes one back with `d`), or one repository that keeps all mails (v1: files
 * xx/38 hex digits). The first-parent history is walked back to the cursor once,
 * keeping 40 bytes a commit, and then read oldest first. Commits and trees are
 * parsed here: libgit2's own objects cost as much time and far more memory.
 */
#include "source_reader.h"

#include <errno.h>
#include <git2.h>
#include <stdlib.h>
#include <unistd.h>

#include "git_blob.h"
#include "git_library.h"
#include "git_place.h"

enum {
	OVERSIZE = 2, /* a blob so many times the limit is not even unpacked */
};

struct commit {
	git_oid id;
	git_oid tree;
};

/* One entry of a tree object. */
struct entry {
	bool folder;
	struct pl_text name;
	git_oid id;
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

static const char *git_message(void)
{
	const git_error *error = git_error_last();

	return error && error->message ? error->message : "cannot be read";
}

/* Takes the next entry (`MODE NAME NUL ID`) off *tree_inout; false at the end or
 * where the tree is malformed. */
static bool next_entry(struct pl_text *tree_inout, struct entry *entry_out)
{
	struct pl_text tree = *tree_inout;
	const char *blank = tree.len ? memchr(tree.ptr, ' ', tree.len) : NULL;
	const char *nul = blank ? memchr(blank, 0, tree.ptr + tree.len - blank) : NULL;
	size_t used;

	if (!nul || (size_t)(tree.ptr + tree.len - nul) < GIT_OID_RAWSZ + 1)
		return false;
	entry_out->folder = tree.ptr[0] == '4';
	entry_out->name = (struct pl_text){blank + 1, nul - blank - 1};
	git_oid_fromraw(&entry_out->id, (const unsigned char *)nul + 1);
	used = nul + 1 + GIT_OID_RAWSZ - tree.ptr;
	*tree_inout = pl_text_slice(tree, used, tree.len);
	return true;
}

static struct pl_text object_text(git_odb_object *object)
{
	return (struct pl_text){git_odb_object_data(object), git_odb_object_size(object)};
}

static bool is_sound_tree(struct pl_text tree)
{
	struct entry entry;

	while (next_entry(&tree, &entry))
		;
	return tree.len == 0;
}

/* An object of the type; NULL where it cannot be read. */
static git_odb_object *read_object(git_odb *odb, const git_oid *id, git_object_t type)
{
	git_odb_object *object;

	git_error_clear();
	if (git_odb_read(&object, odb, id) != 0)
		return NULL;
	if (git_odb_object_type(object) != type)
		git_error_set_str(GIT_ERROR_ODB, "object of the wrong type");
	else if (type == GIT_OBJECT_TREE && !is_sound_tree(object_text(object)))
		git_error_set_str(GIT_ERROR_ODB, "malformed tree");
	else
		return object;
	git_odb_object_free(object);
	return NULL;
}

/* `KEY 40-hex-digits` at the beginning of *text_inout, which moves behind that line */
static bool take_id(struct pl_text *text_inout, struct pl_text key, git_oid *id_out)
{
	struct pl_text text = *text_inout;

	if (!pl_text_starts(text, key) || text.len < key.len + GIT_OID_HEXSZ + 1 ||
	    text.ptr[key.len + GIT_OID_HEXSZ] != '\n' ||
	    git_oid_fromstrn(id_out, text.ptr + key.len, GIT_OID_HEXSZ) != 0)
		return false;
	*text_inout = pl_text_slice(text, key.len + GIT_OID_HEXSZ + 1, text.len);
	return true;
}

static bool read_commit(git_odb *odb, const git_oid *id, git_oid *tree_out, git_oid *parent_out,
			bool *has_parent_out)
{
	git_odb_object *object = read_object(odb, id, GIT_OBJECT_COMMIT);
	struct pl_text text;
	bool good;

	if (!object)
		return false;
	text = object_text(object);
	good = take_id(&text, PL_TEXT("tree "), tree_out);
	*has_parent_out = take_id(&text, PL_TEXT("parent "), parent_out);
	git_odb_object_free(object);
	if (!good)
		git_error_set_str(GIT_ERROR_ODB, "malformed commit");
	return good;
}

static bool is_hex(struct pl_text name, size_t digits)
{
	if (name.len != digits)
		return false;
	for (size_t i = 0; i < name.len; i++)
		if (!g_ascii_isxdigit(name.ptr[i]))
			return false;
	return true;
}

/* The entry of that name in tree; trees are short, or read once a commit. */
static bool find_entry(struct pl_text tree, struct pl_text name, struct entry *entry_out)
{
	while (next_entry(&tree, entry_out))
		if (pl_text_equal(entry_out->name, name))
			return true;
	return false;
}

/* The same place in the sorted tree before: takes entries off *before_inout up to
 * name; true if the entry is there with the same id. */
static bool same_before(struct pl_text *before_inout, const struct entry *entry,
			struct entry *old_out)
{
	struct pl_text rest = *before_inout;

	while (next_entry(&rest, old_out)) {
		size_t length = MIN(old_out->name.len, entry->name.len);
		int order = memcmp(old_out->name.ptr, entry->name.ptr, length);

		if (order > 0)
			break;
		*before_inout = rest;
		if (order == 0 && old_out->name.len == entry->name.len)
			return git_oid_equal(&old_out->id, &entry->id);
	}
	*old_out = (struct entry){0};
	return false;
}

/* Appends the mails of a v1 folder (xx/) that were not in it before. */
static bool added_in_folder(struct git *git, const struct entry *folder, const struct entry *old)
{
	git_odb_object *now = read_object(git->odb, &folder->id, GIT_OBJECT_TREE);
	git_odb_object *then = NULL;
	struct pl_text tree, before = PL_TEXT_NONE;
	struct entry entry, ignored;

	if (now && old->folder)
		then = read_object(git->odb, &old->id, GIT_OBJECT_TREE);
	if (!now || (old->folder && !then)) {
		git_odb_object_free(now);
		return false;
	}
	tree = object_text(now);
	if (then)
		before = object_text(then);
	while (next_entry(&tree, &entry))
		if (!entry.folder && is_hex(entry.name, 38) &&
		    !same_before(&before, &entry, &ignored))
			g_array_append_val(git->mails, entry.id);
	git_odb_object_free(now);
	git_odb_object_free(then);
	return true;
}

static bool added_in_tree(struct git *git, struct pl_text tree)
{
	git_odb_object *then = NULL;
	struct pl_text before = PL_TEXT_NONE;
	struct entry entry, old;
	bool good = true;

	if (git->has_before) {
		/* without it all mails count as added, and are known by their ids */
		then = read_object(git->odb, &git->before, GIT_OBJECT_TREE);
		if (then)
			before = object_text(then);
	}
	while (good && next_entry(&tree, &entry))
		if (entry.folder && is_hex(entry.name, 2) && !same_before(&before, &entry, &old))
			good = added_in_folder(git, &entry, &old);
	git_odb_object_free(then);
	return good;
}

/* Fills git->mails with the blobs that the commit adds. */
static bool list_mails(struct git *git, const git_oid *tree_id)
{
	git_odb_object *object = read_object(git->odb, tree_id, GIT_OBJECT_TREE);
	struct entry entry;
	bool good = true;

	if (!object)
		return false;
	if (find_entry(object_text(object), PL_TEXT("m"), &entry) && !entry.folder)
		g_array_append_val(git->mails, entry.id);
	else if (!find_entry(object_text(object), PL_TEXT("d"), &entry))
		good = added_in_tree(git, object_text(object));
	git_odb_object_free(object);
	/* they are consumed from the end */
	for (guint i = 0; i < git->mails->len / 2; i++) {
		git_oid *a = &g_array_index(git->mails, git_oid, i);
		git_oid *b = &g_array_index(git->mails, git_oid, git->mails->len - 1 - i);
		git_oid swap = *a;

		*a = *b;
		*b = swap;
	}
	return good;
}

/* The only one of names that begins with prefix; NULL: none or several. */
static const char *only_one(const git_strarray *names, const char *prefix, unsigned *count_out)
{
	const char *found = NULL;

	*count_out = 0;
	for (size_t i = 0; i < names->count; i++)
		if (g_str_has_prefix(names->strings[i], prefix)) {
			found = names->strings[i];
			++*count_out;
		}
	return *count_out == 1 ? found : NULL;
}

/* Objects named by SHA-256 are none to libgit2, which says of their references that they are
 * damaged. */
static bool has_other_names(git_repository *repository)
{
	git_config *config = NULL;
	git_buf format = {0};
	bool other = git_repository_config_snapshot(&config, repository) == 0 &&
		     git_config_get_string_buf(&format, config, "extensions.objectformat") == 0 &&
		     g_ascii_strcasecmp(format.ptr, "sha1") != 0;

	if (other)
		git_error_set_str(GIT_ERROR_REFERENCE,
				  "its objects have names of another kind than SHA-1, which cannot "
				  "be read");
	git_buf_dispose(&format);
	git_config_free(config);
	return other;
}

/* The newest commit: that of HEAD, which in a mirror may name a branch that the
 * server does not have; then that of the only branch, or the only reference. PL_NOTHING: there is no
 * reference at all, so there are no commits. PL_FAILED: git_message() says why. */
static enum pl_status find_tip(git_repository *repository, git_oid *id_out)
{
	git_strarray names = {0};
	enum pl_status status = PL_FAILED;
	unsigned branches, all;
	const char *only;
	int head;

	git_error_clear();
	head = git_reference_name_to_id(id_out, repository, "HEAD");
	if (head == 0)
		return PL_OK;
	if (head != GIT_ENOTFOUND) {
		/* the message is lost by looking for the reason */
		if (!has_other_names(repository))
			git_reference_name_to_id(id_out, repository, "HEAD");
		return PL_FAILED;
	}
	git_error_clear();
	if (git_reference_list(&names, repository) != 0)
		return PL_FAILED;
	only = only_one(&names, "refs/heads/", &branches);
	if (!branches)
		only = only_one(&names, "", &all);
	if (only && git_reference_name_to_id(id_out, repository, only) == 0)
		status = PL_OK;
	else if (!names.count)
		status = PL_NOTHING;
	else if (!only)
		git_error_set_str(GIT_ERROR_REFERENCE,
				  "HEAD names a branch that is not there, and it is not known which of "
				  "the others to read");
	git_strarray_dispose(&names);
	return status;
}

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
		good = read_commit(git->odb, &commit.id, &commit.tree, &parent, &has_parent);
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
					 hex, git_message());
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

	for (; read_commit(git->odb, &id, &tree, &parent, &has_parent); id = parent)
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
	       read_commit(git->odb, &id, &tree, &parent, &has) && has &&
	       git_odb_exists(git->odb, &parent);
}

/* Lists the commits to be read. */
static void list_commits(struct git *git)
{
	struct pl_source *source = git->reader.source;
	struct pl_mark *known = pl_source_recall(source, git->path);
	const char *oldest = oldest_of(known);
	enum pl_status status;
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
	status = find_tip(git->repository, &tip);
	if (status == PL_NOTHING) {
		pl_source_note(source, "%s: no commits, no mails", git->path);
	} else if (status != PL_OK) {
		pl_source_broken(source, "%s: %s", git->path, git_message());
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
	} else if (!find_moved(git) && known && known->cursor && git->root[0] &&
		   (!known->root || strcmp(known->root, git->root) == 0)) {
		pl_source_note(source,
			       "%s: commit %s, where reading ended before, is no longer in the "
			       "history: all of it is read again",
			       git->path, known->cursor);
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
		pl_source_broken(git->reader.source, "%s: %s", git->path, git_message());
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
	if (!list_mails(git, &commit.tree)) {
		pl_source_unreadable(git->reader.source, "%s: the tree of commit %s: %s", git->path,
				     git->commit, git_message());
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
	git->blob = read_object(git->odb, id, GIT_OBJECT_BLOB);
	if (!git->blob) {
		pl_source_unreadable(source, "%s: blob %s of commit %s: %s", git->path, hex,
				     git->commit, git_message());
		git->held = true;
		return false;
	}
	pl_git_blob_mail(object_text(git->blob), hex, git->path, limit, item_out);
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

/* Whether the newest commit holds what public-inbox writes; so does a repository
 * without commits, or one whose newest commit cannot be read: that is told later. */
static bool is_inbox(const char *path)
{
	git_repository *repository = NULL;
	git_odb *odb = NULL;
	git_odb_object *object = NULL;
	git_oid tip, tree_id, parent;
	bool has_parent;
	bool inbox = true;

	pl_git_library(PL_GIT_ANYBODY);
	if (pl_git_open(&repository, path) == 0 &&
	    git_repository_odb(&odb, repository) == 0 && find_tip(repository, &tip) == PL_OK &&
	    read_commit(odb, &tip, &tree_id, &parent, &has_parent))
		object = read_object(odb, &tree_id, GIT_OBJECT_TREE);
	if (object) {
		struct pl_text tree = object_text(object);
		struct entry entry;

		inbox = tree.len == 0;
		while (!inbox && next_entry(&tree, &entry))
			inbox = entry.folder ? is_hex(entry.name, 2)
					     : pl_text_equal(entry.name, PL_TEXT("m")) ||
						   pl_text_equal(entry.name, PL_TEXT("d"));
	}
	git_odb_object_free(object);
	git_odb_free(odb);
	git_repository_free(repository);
	return inbox;
}

#define MISSING "%s: there is no repository at %s, which it names"

/* What names a repository that is not there. */
static void tell_missing(struct pl_source *source, const char *path)
{
	char *place = pl_git_named_place(path);

	if (place)
		pl_source_broken(source, MISSING, path, place);
	else if (access(path, R_OK) != 0 && errno != ENOENT && errno != ENOTDIR)
		pl_source_broken(source, "%s: %s", path, g_strerror(errno));
	g_free(place);
}

static gint by_number(gconstpointer a, gconstpointer b)
{
	guint64 left = g_ascii_strtoull(strrchr(*(char *const *)a, '/') + 1, NULL, 10);
	guint64 right = g_ascii_strtoull(strrchr(*(char *const *)b, '/') + 1, NULL, 10);

	return left < right ? -1 : left > right;
}

/* Adds the repositories N.git in the folder, in order of N. Of those that are not there is told
 * once: walk, where the files of the folder are looked at if there are no epochs. */
static void add_epochs(struct pl_source *source, GPtrArray *epochs, const char *folder, bool walk)
{
	GPtrArray *missing = g_ptr_array_new_with_free_func(g_free);
	GDir *dir = g_dir_open(folder, 0, NULL);
	const char *name;

	while (dir && (name = g_dir_read_name(dir))) {
		size_t digits = strspn(name, "0123456789");
		char *path;

		if (digits == 0 || digits > 9 || strcmp(name + digits, ".git") != 0)
			continue;
		path = g_build_filename(folder, name, NULL);
		if (!pl_git_is_repository(path)) {
			g_ptr_array_add(missing, path);
			continue;
		}
		g_ptr_array_add(epochs, g_string_chunk_insert(source->paths, path));
		g_free(path);
	}
	if (dir)
		g_dir_close(dir);
	g_ptr_array_sort(epochs, by_number);
	for (guint i = 0; i < missing->len && (walk || epochs->len); i++)
		tell_missing(source, g_ptr_array_index(missing, i));
	g_ptr_array_unref(missing);
}

static GPtrArray *find_epochs(struct pl_source *source, const char *path)
{
	GPtrArray *epochs = g_ptr_array_new();
	char *inner = g_build_filename(path, "git", NULL);
	char *work = g_build_filename(path, ".git", NULL);

	if (pl_git_is_repository(path) && is_inbox(path)) {
		g_ptr_array_add(epochs, g_string_chunk_insert(source->paths, path));
	} else {
		add_epochs(source, epochs, inner, false);
		if (!epochs->len)
			add_epochs(source, epochs, path, true);
		if (epochs->len)
			;
		else if (!pl_git_is_repository(work))
			tell_missing(source, work);
		else if (is_inbox(work))
			g_ptr_array_add(epochs, g_string_chunk_insert(source->paths, work));
	}
	g_free(inner);
	g_free(work);
	return epochs;
}

static enum pl_status no_inbox(const char *path, struct pl_error *error)
{
	char *place = pl_git_named_place(path);
	enum pl_status status = PL_NOTHING;

	if (pl_git_is_repository(path))
		status =
		    pl_fail(error, PL_FAILED, "%s: a git repository, but no public-inbox", path);
	else if (place)
		status = pl_fail(error, PL_FAILED, MISSING, path, place);
	g_free(place);
	return status;
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

	epochs = find_epochs(source, path);
	if (!epochs->len) {
		g_ptr_array_unref(epochs);
		return no_inbox(path, error);
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
