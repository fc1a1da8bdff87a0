/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Indexing: mails of sources into a database, and checking a database. How it is done,
 * and what a killed run leaves, is said in docs/indexing.md.
 */
#ifndef PERFLORE_INDEX_H
#define PERFLORE_INDEX_H

#include <stdint.h>

#include <perflore/fulltext.h>
#include <perflore/source.h>

struct pl_indexer;

/* What came of the mails. read = fresh + known + unreadable: nothing is lost. */
struct pl_index_counts {
	uint64_t read;
	uint64_t fresh;	     /* new in the database, other versions of known mails included */
	uint64_t known;	     /* were there already */
	uint64_t unreadable; /* mails; each was complained about */
	uint64_t broken;     /* files, folders, repositories, not read to their end; likewise */
	uint64_t problems;   /* of the fresh: those with an entry in table problem */
	uint64_t versions;   /* of the fresh: another content under an id that is known */
	uint64_t completed;  /* of the fresh: in place of a part that was read before */
	uint64_t skipped_files;
	uint64_t bytes;	    /* of the mails read */
	uint64_t offset;    /* where the last mail began in its file */
	uint64_t unchanged; /* files, folders and epochs that were not read again */
	uint64_t reparsed;  /* known mails that were parsed again, as a recognizer changed */
	uint64_t stale;	    /* those that should have been, and are not found any more */
	uint64_t vanished;  /* known sources that are gone; each was complained about */
	uint64_t unsettled; /* to the progress function: threads still to be settled, when all is
			       read; else 0 */
	uint64_t placed;    /* reports that the MAINTAINERS file gives a subsystem */
};

struct pl_index_watch {
	pl_complain_fn complain; /* as for pl_source_open() */
	/* Called after every mail; counts of what is not yet committed are included. And while
	 * threads are settled, those that a killed run left too. May be NULL. */
	void (*progress)(void *context, const struct pl_index_counts *counts);
	void *context;
	unsigned jobs; /* threads that parse; 0: one a processor */
};

/* Opens the database for writing (and makes it where it is missing), and takes up what a
 * killed run left. watch is copied. */
enum pl_status pl_index_open(const char *directory, const struct pl_index_watch *watch,
			     struct pl_indexer **indexer_out, struct pl_error *error);

/* Which words are kept in the text index, from now on; a database keeps the mode it has
 * (all, where it is new). Where it has mails in another mode, the text index is made again
 * at once, and the watch is told so. */
enum pl_status pl_index_set_text(struct pl_indexer *indexer, enum pl_text_mode mode,
				 struct pl_error *error);

/* Has the kernel's MAINTAINERS file give every report its subsystems when the indexer is
 * closed, in place of those that such a file gave before. What files a commit changes is
 * asked of the repository in directory (NULL: none), else of its patch mail. PL_FAILED: file
 * or repository cannot be read. */
enum pl_status pl_index_maintainers(struct pl_indexer *indexer, const char *file,
				    const char *directory, struct pl_error *error);

/* Puts down which files and folders will be read, before any is: pl_index_known_sources() reads
 * them also where the run is cut off before it comes to them. PL_FAILED: the database could not
 * be written. */
enum pl_status pl_index_name_sources(struct pl_indexer *indexer, char *const *paths, size_t n,
				     struct pl_error *error);

/* Adds the mails of path that are not there yet, and keeps in mind where it was read to:
 * what has not changed since the last time is not read again. What cannot be read is complained
 * about, also a path that does not exist. PL_FAILED: the database could not be written;
 * what was committed before stays. */
enum pl_status pl_index_source(struct pl_indexer *indexer, const char *path,
			       struct pl_error *error);

/* Does this for every path that was given to it before, standard input and pipes left out.
 * One that is gone is complained about; its mails stay. PL_NOTHING: there are none. */
enum pl_status pl_index_known_sources(struct pl_indexer *indexer, struct pl_error *error);

/* Settles owners and copies, completes the text index and closes. counts_out is of what
 * was committed. Frees the indexer in any case; an indexer that failed is only closed. */
enum pl_status pl_index_close(struct pl_indexer *indexer, struct pl_index_counts *counts_out,
			      struct pl_error *error);

/* Looks a database over. Each fault is passed to complain as fatal, each finding as a
 * note. PL_OK: no fault; PL_NOTHING: faults were found; PL_FAILED: it cannot be opened. */
enum pl_status pl_index_check(const char *directory, pl_complain_fn complain, void *context,
			      struct pl_error *error);

struct pl_rebuild_counts {
	uint64_t from_source; /* mails whose words were read from their source */
	uint64_t from_text;   /* not found there; their text is in the database */
	uint64_t kept;	      /* not found there; words taken over from the old index */
	uint64_t lost;	      /* neither: not in the text index any more */
};

/* Makes the text index again from the sources and the database. */
enum pl_status pl_index_rebuild(const char *directory, const struct pl_index_watch *watch,
				struct pl_rebuild_counts *counts_out, struct pl_error *error);

#endif
