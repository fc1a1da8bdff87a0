// SPDX-License-Identifier: GPL-2.0-or-later
// The text index on Xapian. Nothing of C++ leaves this file: every function is
// noexcept, and guard() turns exceptions into a status. Terms are made by Xapian's own
// TermGenerator, those of queries too, so that a word is the same on both sides.
#include <algorithm>
#include <map>
#include <new>
#include <string>
#include <vector>

#include <glib.h>
#include <unistd.h>
#include <xapian.h>

extern "C" {
#include "crash.h"
#include "fulltext_write.h"
#include "text_folder.h"
#include "words.h"
}

namespace
{

const char upto_key[] = "upto";

// More words than this behind a prefix would make a query of unbounded size.
const Xapian::termcount max_expansion = 10000;

struct term_prefix {
	enum pl_words tag;
	const char *prefix;
};

// Letters as Xapian's omega uses them; words without prefix are the sender's own.
// A gap between fields keeps phrases inside one.
const term_prefix prefixes[] = {
    {PL_WORDS_SUBJECT, "S"},   {PL_WORDS_FROM, "A"},	   {PL_WORDS_TO, "XTO"},
    {PL_WORDS_CC, "XCC"},      {PL_WORDS_OWN, ""},	   {PL_WORDS_QUOTED, "XQ"},
    {PL_WORDS_FILENAME, "XN"}, {PL_WORDS_DIFF_FILE, "XD"},
};
const Xapian::termcount gap = 100;

const char *const any[] = {"", "XQ", "S", "A", "XTO", "XCC", "XN", "XD", nullptr};
const char *const subject[] = {"S", nullptr};
const char *const from[] = {"A", nullptr};
const char *const to[] = {"XTO", nullptr};
const char *const cc[] = {"XCC", nullptr};
const char *const address[] = {"A", "XTO", "XCC", nullptr};
const char *const body[] = {"", "XQ", nullptr};
const char *const own[] = {"", nullptr};
const char *const quoted[] = {"XQ", nullptr};
const char *const filename[] = {"XN", nullptr};
const char *const diff_file[] = {"XD", nullptr};

const char *const *prefixes_of(enum pl_text_field field)
{
	switch (field) {
	case PL_FIELD_SUBJECT:
		return subject;
	case PL_FIELD_FROM:
		return from;
	case PL_FIELD_TO:
		return to;
	case PL_FIELD_CC:
		return cc;
	case PL_FIELD_ADDRESS:
		return address;
	case PL_FIELD_BODY:
		return body;
	case PL_FIELD_OWN:
		return own;
	case PL_FIELD_QUOTED:
		return quoted;
	case PL_FIELD_FILENAME:
		return filename;
	case PL_FIELD_DIFF_FILE:
		return diff_file;
	case PL_FIELD_ANY:
		break;
	}
	return any;
}

enum pl_status failed(struct pl_error *error, const char *path, const Xapian::Error &problem)
{
	std::string type = problem.get_type();
	const char *system = problem.get_error_string();

	if (type == "DatabaseLockError")
		return pl_fail(error, PL_FAILED,
			       "%s: another program is writing to the text index; try again when "
			       "it has finished",
			       path);
	if (type == "DatabaseNotFoundError")
		return pl_fail(
		    error, PL_FAILED,
		    "%s: there is no text index; make it with `perflore check --rebuild`", path);
	if (type == "DatabaseCorruptError" || type == "DatabaseVersionError")
		return pl_fail(error, PL_FAILED,
			       "%s: the text index is damaged (%s); make it again with `perflore "
			       "check --rebuild`",
			       path, problem.get_msg().c_str());
	return pl_fail(error, PL_FAILED, "%s: the text index: %s%s%s", path,
		       problem.get_msg().c_str(), system ? ": " : "", system ? system : "");
}

template <typename Work>
enum pl_status guard(const char *path, struct pl_error *error, Work work) noexcept
{
	try {
		return work();
	} catch (const Xapian::Error &problem) {
		return failed(error, path, problem);
	} catch (const std::bad_alloc &) {
		return pl_fail(error, PL_FAILED, "%s: the text index: out of memory", path);
	} catch (...) {
		return pl_fail(error, PL_FAILED, "%s: the text index: unexpected exception", path);
	}
}

// The terms of text in order, made as those of the documents are.
std::vector<std::string> terms_of(const struct pl_text &text, const char *prefix)
{
	Xapian::Document document;
	Xapian::TermGenerator generator;
	std::map<Xapian::termpos, std::string> ordered;
	std::vector<std::string> terms;

	generator.set_document(document);
	generator.index_text(Xapian::Utf8Iterator(text.ptr, text.len), 1, prefix);
	for (Xapian::TermIterator t = document.termlist_begin(); t != document.termlist_end(); ++t)
		for (Xapian::PositionIterator at = t.positionlist_begin();
		     at != t.positionlist_end(); ++at)
			ordered[*at] = *t;
	for (const auto &term : ordered)
		terms.push_back(term.second);
	return terms;
}

// Its words one after the other: one word, or a phrase.
Xapian::Query phrase(const struct pl_text &text, const char *prefix)
{
	std::vector<std::string> terms = terms_of(text, prefix);

	return Xapian::Query(Xapian::Query::OP_PHRASE, terms.begin(), terms.end(), terms.size());
}

// The words that begin like text's only one.
Xapian::Query beginning(const struct pl_text &text, const char *prefix)
{
	std::vector<std::string> terms = terms_of(text, prefix);

	if (terms.size() != 1)
		throw Xapian::QueryParserError("a * goes behind one word");
	return Xapian::Query(Xapian::Query::OP_WILDCARD, terms[0], max_expansion,
			     Xapian::Query::WILDCARD_LIMIT_ERROR);
}

} // namespace

struct pl_fulltext {
	Xapian::Database database;
	std::string path;
};

struct pl_fulltext_writer {
	Xapian::WritableDatabase database;
	std::string path;
};

extern "C" {

#ifdef __SANITIZE_ADDRESS__
// Xapian 1.4.22's own Database::check() frees an object by a smaller size than it has.
__attribute__((visibility("default"))) const char *__asan_default_options();
const char *__asan_default_options()
{
	return "new_delete_type_mismatch=0";
}
#endif

enum pl_status pl_fulltext_open(const char *directory, struct pl_fulltext **fulltext_out,
				struct pl_error *error) noexcept
{
	*fulltext_out = nullptr;
	if (access(directory, F_OK))
		return pl_fail(
		    error, PL_FAILED,
		    "%s: there is no text index; make it with `perflore check --rebuild`",
		    directory);
	return guard(directory, error, [&] {
		*fulltext_out = new pl_fulltext{Xapian::Database(directory), directory};
		return PL_OK;
	});
}

void pl_fulltext_close(struct pl_fulltext *fulltext) noexcept
{
	delete fulltext;
}

bool pl_fulltext_has_words(struct pl_text text) noexcept
{
	bool found = false;

	guard("", nullptr, [&] {
		found = !terms_of(text, "").empty();
		return PL_OK;
	});
	return found;
}
}

namespace
{

Xapian::Query build(const struct pl_text_query *query)
{
	Xapian::Query result;
	bool first = true;

	switch (query->op) {
	case PL_TEXT_WORDS:
	case PL_TEXT_PREFIX:
		for (const char *const *p = prefixes_of(query->field); *p; p++)
			result |= query->op == PL_TEXT_WORDS ? phrase(query->text, *p)
							     : beginning(query->text, *p);
		return result;
	case PL_TEXT_NOT:
		return Xapian::Query(Xapian::Query::OP_AND_NOT, Xapian::Query::MatchAll,
				     build(query->children[0]));
	case PL_TEXT_AND:
	case PL_TEXT_OR:
		break;
	}
	for (size_t i = 0; i < query->n_children; i++, first = false) {
		Xapian::Query child = build(query->children[i]);

		if (first)
			result = child;
		else if (query->op == PL_TEXT_AND)
			result &= child;
		else
			result |= child;
	}
	return result;
}

enum pl_status search(struct pl_fulltext *fulltext, const struct pl_text_query *query, GArray *hits)
{
	Xapian::doccount all = fulltext->database.get_doccount();
	guint before = hits->len;
	Xapian::Enquire enquire(fulltext->database);
	enquire.set_query(build(query));
	Xapian::MSet found = enquire.get_mset(0, all, all);
	for (Xapian::MSetIterator i = found.begin(); i != found.end(); ++i) {
		struct pl_text_hit hit = {static_cast<int64_t>(*i), i.get_weight()};

		g_array_append_val(hits, hit);
	}
	auto *v = reinterpret_cast<struct pl_text_hit *>(hits->data);
	std::sort(v + before, v + hits->len,
		  [](const struct pl_text_hit &a, const struct pl_text_hit &b) {
			  return a.message < b.message;
		  });
	return PL_OK;
}

} // namespace

extern "C" {

enum pl_status pl_fulltext_search(struct pl_fulltext *fulltext, const struct pl_text_query *query,
				  GArray *hits, struct pl_error *error) noexcept
{
	const guint before = hits->len;

	return guard(fulltext->path.c_str(), error, [&] {
		// A writer that commits twice takes away the revision that is being read.
		for (int tries = 0;; tries++) {
			try {
				return search(fulltext, query, hits);
			} catch (const Xapian::DatabaseModifiedError &) {
				if (tries == 5)
					throw;
				g_array_set_size(hits, before);
				fulltext->database.reopen();
			} catch (const Xapian::QueryParserError &problem) {
				return pl_fail(error, PL_USAGE, "%s", problem.get_msg().c_str());
			} catch (const Xapian::WildcardError &) {
				return pl_fail(
				    error, PL_USAGE,
				    "too many words begin like that (more than %u); give "
				    "more letters before the *",
				    max_expansion);
			}
		}
	});
}

enum pl_status pl_fulltext_counts(struct pl_fulltext *fulltext, int64_t *upto_out,
				  int64_t *mails_out, struct pl_error *error) noexcept
{
	return guard(fulltext->path.c_str(), error, [&] {
		std::string upto = fulltext->database.get_metadata(upto_key);

		*upto_out = upto.empty() ? 0 : std::stoll(upto);
		*mails_out = fulltext->database.get_doccount();
		return PL_OK;
	});
}

enum pl_status pl_fulltext_writer_open(const char *directory,
				       struct pl_fulltext_writer **writer_out,
				       struct pl_error *error) noexcept
{
	*writer_out = nullptr;
	return guard(directory, error, [&] {
		*writer_out = new pl_fulltext_writer{
		    Xapian::WritableDatabase(directory, Xapian::DB_CREATE_OR_OPEN), directory};
		return PL_OK;
	});
}

void pl_fulltext_writer_close(struct pl_fulltext_writer *writer) noexcept
{
	delete writer;
}

enum pl_status pl_fulltext_upto(struct pl_fulltext_writer *writer, int64_t *upto_out,
				struct pl_error *error) noexcept
{
	return guard(writer->path.c_str(), error, [&] {
		std::string upto = writer->database.get_metadata(upto_key);

		*upto_out = upto.empty() ? 0 : std::stoll(upto);
		return PL_OK;
	});
}

enum pl_status pl_fulltext_put(struct pl_fulltext_writer *writer, int64_t message,
			       struct pl_text words, struct pl_error *error) noexcept
{
	return guard(writer->path.c_str(), error, [&] {
		Xapian::Document document;
		Xapian::TermGenerator generator;
		const char *at = words.ptr, *end = words.ptr + words.len;

		generator.set_document(document);
		while (at < end) {
			const char *text = at + 1;
			size_t length = strnlen(text, static_cast<size_t>(end - text));

			for (const term_prefix &field : prefixes)
				if (field.tag == *at)
					generator.index_text(Xapian::Utf8Iterator(text, length), 1,
							     field.prefix);
			generator.increase_termpos(gap);
			at = text + length + 1;
		}
		writer->database.replace_document(static_cast<Xapian::docid>(message), document);
		return PL_OK;
	});
}

enum pl_status pl_fulltext_copy(struct pl_fulltext_writer *writer, int64_t message,
				struct pl_fulltext *source, struct pl_error *error) noexcept
{
	auto id = static_cast<Xapian::docid>(message);
	Xapian::Document document;

	try {
		document = source->database.get_document(id);
		document.termlist_count();
	} catch (const Xapian::Error &) {
		return PL_NOTHING; // it is not there, or not readable
	}
	return guard(writer->path.c_str(), error, [&] {
		writer->database.replace_document(id, document);
		return PL_OK;
	});
}

enum pl_status pl_fulltext_commit(struct pl_fulltext_writer *writer, int64_t upto,
				  struct pl_error *error) noexcept
{
	return guard(writer->path.c_str(), error, [&] {
		pl_crash_point("before-text-commit");
		writer->database.set_metadata(upto_key, std::to_string(upto));
		writer->database.commit();
		// Xapian renames its version file last and leaves the name unsynced; what the
		// database drops from now on must not come to be missed.
		if (pl_text_folder_sync(writer->path.c_str(), error) != PL_OK)
			return PL_FAILED;
		pl_crash_point("after-text-commit");
		return PL_OK;
	});
}

enum pl_status pl_fulltext_compact(const char *directory, const char *to,
				   struct pl_error *error) noexcept
{
	return guard(directory, error, [&] {
		Xapian::Database(directory).compact(to, Xapian::DBCOMPACT_NO_RENUMBER);
		return PL_OK;
	});
}

enum pl_status pl_fulltext_check(const char *directory, unsigned *faults_out,
				 struct pl_error *error) noexcept
{
	return guard(directory, error, [&] {
		*faults_out = static_cast<unsigned>(Xapian::Database::check(directory));
		return PL_OK;
	});
}
}
