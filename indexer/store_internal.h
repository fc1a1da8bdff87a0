/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of the store share. */
#ifndef PERFLORE_STORE_INTERNAL_H
#define PERFLORE_STORE_INTERNAL_H

#include <perflore/records.h>
#include <perflore/store.h>

#include "known_ids.h"
#include "prepare.h"
#include "sql.h"

/* Whether there are mails without an id whose header may have been read while it was written. */
enum pl_store_parts {
	PL_STORE_PARTS_UNKNOWN,
	PL_STORE_PARTS_NONE,
	PL_STORE_PARTS_SOME,
};

struct pl_store {
	struct pl_sql sql;
	char *directory;
	int lock;	 /* file descriptor; -1: not locked */
	bool asked;	 /* the text index was, */
	bool asked_text; /* for more than subjects and addresses */
	bool has_mode;
	enum pl_text_mode mode; /* of the text index, if has_mode */
	GArray *held;		/* words of this transaction's mails */
	bool anew;		/* a second one is being filled */
	GHashTable *metrics;	/* ids of the names met last */
	GHashTable *doubted;	/* metrics of records that went in this transaction */
	GHashTable *looked_at;	/* sources, whether they are as they were when they were read */
	bool doubts_machines;	/* table meta says so */
	enum pl_store_parts parts;
	struct pl_known_ids *known; /* NULL: there were mails before */
};

/* The file in the database's folder, and what marks it as ours: "plor" */
#define PL_STORE_DATABASE "perflore.db"
#define PL_STORE_APPLICATION 0x706c6f72

/* store.c */
/* A store of directory that is not open yet; for pl_store_close(). */
struct pl_store *pl_store_new(const char *directory);

struct pl_store_age {
	bool empty;	 /* without any tables */
	int64_t version; /* of the schema, else; the program's or an older one */
};

/* What the database that was opened is. PL_FAILED: it can't be read, is none of ours, or of a
 * version that this program neither reads nor brings up to date. */
enum pl_status pl_store_look(struct pl_store *store, struct pl_store_age *age_out,
			     struct pl_error *error);

/* store_write.c: begins, commits and rolls back. Commit fails for a store whose statements failed.
 */
bool pl_store_begin(struct pl_store *store);
bool pl_store_commit(struct pl_store *store);
void pl_store_rollback(struct pl_store *store);

/* Runs statements of the program's own that take no values. */
bool pl_store_execute(struct pl_store *store, const char *statements);
/* Says that the tables are of this program's version. */
bool pl_store_set_version(struct pl_store *store);

/* zstd. Appends to out; false where packed is damaged. */
bool pl_decompress(struct pl_text packed, GString *out);

/* identity.c */
/* Appends the decoded text of all parts, one after the other, each beginning a line. */
void pl_mail_text(const struct pl_mail *mail, GString *out);
/* The hash that tells versions of a mail apart; text is what pl_mail_text() gives. What of the text
 * does not count is appended to left_out (NULL: not wanted), the same only for the same text. */
void pl_mail_hash(const struct pl_mail *mail, struct pl_text text, uint8_t hash_out[PL_HASH],
		  GString *left_out);

/* store_message.c */
enum pl_stored {
	PL_STORED_NEW,
	PL_STORED_KNOWN,   /* this mail was read before */
	PL_STORED_VERSION, /* its id is known with another content: kept, without records */
	PL_STORED_WHOLE,   /* it takes the place of what was cut: as version 0, or altogether */
};

struct pl_stored_mail {
	enum pl_stored how;
	int64_t id; /* of the message, also when it was known */
};

/* Adds one mail, and its words as far as the mode of the text index wants them now.
 * before: what was read at that place when the file ended there; NULL: nothing else. If that
 * was a part of the mail, no trace of it stays. */
bool pl_store_add(struct pl_store *store, const struct pl_prepared *prepared, int64_t source,
		  const char *place, const struct pl_prepared *before,
		  struct pl_stored_mail *stored_out);

/* The id of path in table source, which gets a row for it where it has none. */
bool pl_store_source(struct pl_store *store, const char *path, int64_t *id_out);

/* store_place.c: a known mail was read at this place: it lies there from now on, if not where it lay
 * before. choice: of this copy, which must be the one that is kept; empty: not known. */
void pl_store_found_again(struct pl_store *store, int64_t id, struct pl_text choice, int64_t source,
			  const char *place);

/* store_records.c: reports, tables, rows, trailers and commit ids of a new mail. */
void pl_store_records(struct pl_store *store, int64_t id, const struct pl_prepared *prepared);
/* Direction, family and unit of all metrics, as their names are known now. */
void pl_store_look_up_metrics(struct pl_store *store);
/* The id of a description in table machine, which gets it; 0: nothing of it is printed. */
int64_t pl_store_machine(struct pl_store *store, const struct pl_machine *machine);

/* table_machine.c: the machine that the axes of an LKP table name, into metric_table.machine, as
 * its owner (0: none) describes it where that is the same one. */
void pl_store_table_machine(struct pl_store *store, int64_t table, int64_t owner);

/* store_message.c: the mail id of this thread was parsed again: its records are replaced. */
bool pl_store_replace(struct pl_store *store, int64_t id, int64_t thread,
		      const struct pl_prepared *prepared);

/* store_lists.c: the lists of a new mail, */
void pl_store_add_lists(struct pl_store *store, int64_t id, const struct pl_texts *lists);
/* those of another copy of a known one, */
void pl_store_more_lists(struct pl_store *store, int64_t id, const struct pl_texts *lists);
/* all of them, in order, copied into arena, */
struct pl_texts pl_store_lists(struct pl_store *store, int64_t id, struct pl_arena *arena);
/* the subsystems they stand for, of a mail whose reports were replaced, */
void pl_store_subsystems_of_lists(struct pl_store *store, int64_t id);
/* and all of them, in order, into the mail's object, which begins at byte `from`. */
void pl_store_put_lists(struct pl_store *store, int64_t id, GString *json, size_t from);

/* replace.c: takes the records of mail id away, and what hangs on them. */
void pl_store_take_records(struct pl_store *store, int64_t id);
/* Whether version 0 of message_id is known to have been cut. */
bool pl_store_is_cut(struct pl_store *store, struct pl_text message_id);
/* Makes version 0 of message_id this version, and takes its records away. */
void pl_store_give_way(struct pl_store *store, struct pl_text message_id, int64_t version);
/* Takes mail id away altogether; words: all that were made of it. NULL: they are not known, and stay in
 * the text index under an id that must not be given to another mail. Its version is free: it is to
 * be given to another mail, or the mail promoted. */
void pl_store_take_mail(struct pl_store *store, int64_t id, const struct pl_words *words);
/* The next version of a mail whose version 0 has gone, if it has, takes its place, and is parsed
 * again, as versions have no records. */
void pl_store_promote(struct pl_store *store, struct pl_text message_id);

/* thread.c: puts a new mail into its thread, which is made or joined from others. */
int64_t pl_thread_of(struct pl_store *store, struct pl_text message_id,
		     const struct pl_texts *references);
/* Ids that are kept of one mail: the first, which is the thread's oldest, and the last
 * ones. More is a problem, too-many-references. The longest thread of real lists has some
 * hundred mails in a row. */
#define PL_MAX_REFERENCES 1000

/* The ids that a mail refers to, oldest first, each once and not the mail's own. The
 * array is the caller's (g_free), the texts are the mail's. */
struct pl_texts pl_thread_references(const struct pl_mail *mail, struct pl_text message_id);

/* settle.c: roots, owners and copies of the threads that changed. tell is asked to say how many
 * are left, while there are any. */
typedef void (*pl_settle_fn)(void *context, uint64_t left);
bool pl_store_settle(struct pl_store *store, pl_settle_fn tell, void *context);

#endif
