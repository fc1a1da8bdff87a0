/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A subsystem is the first part of a path as kernel people write it in front of a
 * title: mm of `mm/rmap: ...`, x86 of `x86/mm/tlb: ...`. Three places name one: the
 * culprit's title, the tag in the subject of a report, and the lists it was sent to.
 */
#include "subsystem.h"

/* Longest path; what is longer is a sentence with a colon. */
#define MAX_PATH 40

/* Prefixes that stand alone where others write a path. */
static const struct {
	const char *prefix, *name;
} aliases[] = {
    {"blk", "block"},	    {"bio", "block"},	     {"compaction", "mm"},
    {"gup", "mm"},	    {"huge_memory", "mm"},   {"hugetlb", "mm"},
    {"hugetlbfs", "mm"},    {"kasan", "mm"},	     {"khugepaged", "mm"},
    {"ksm", "mm"},	    {"maple_tree", "mm"},    {"memcg", "mm"},
    {"memcontrol", "mm"},   {"migrate_pages", "mm"}, {"mmap", "mm"},
    {"page_alloc", "mm"},   {"rmap", "mm"},	     {"shmem", "mm"},
    {"slab", "mm"},	    {"slub", "mm"},	     {"swap", "mm"},
    {"thp", "mm"},	    {"tmpfs", "mm"},	     {"vmalloc", "mm"},
    {"vmscan", "mm"},	    {"vmstat", "mm"},	     {"writeback", "mm"},
    {"zswap", "mm"},	    {"ipv4", "net"},	     {"ipv6", "net"},
    {"inet", "net"},	    {"skbuff", "net"},	     {"tcp", "net"},
    {"udp", "net"},	    {"cgroups", "cgroup"},   {"mutex", "locking"},
    {"rwsem", "locking"},   {"rwlock", "locking"},   {"qspinlock", "locking"},
    {"lockdep", "locking"}, {"futex", "locking"},    {"dcache", "fs"},
    {"vfs", "fs"},	    {"pipe", "fs"},	     {"epoll", "fs"},
    {"eventpoll", "fs"},    {"iomap", "fs"},
};

/* Lists that stand for one; on others everything is sent. By the name before the @. */
static const struct {
	const char *list, *name;
} lists[] = {
    {"linux-mm", "mm"},
    {"netdev", "net"},
    {"linux-fsdevel", "fs"},
    {"linux-block", "block"},
    {"linux-xfs", "xfs"},
    {"xfs", "xfs"},
    {"linux-ext4", "ext4"},
    {"linux-btrfs", "btrfs"},
    {"linux-f2fs-devel", "f2fs"},
    {"linux-nfs", "nfs"},
    {"linux-cifs", "cifs"},
    {"cgroups", "cgroup"},
    {"linux-nvdimm", "nvdimm"},
    {"nvdimm", "nvdimm"},
    {"linux-pm", "pm"},
    {"linux-acpi", "acpi"},
    {"linux-scsi", "scsi"},
    {"linux-nvme", "nvme"},
    {"linux-raid", "md"},
    {"dm-devel", "dm"},
    {"linux-crypto", "crypto"},
    {"kvm", "kvm"},
    {"rcu", "rcu"},
    {"bpf", "bpf"},
    {"io-uring", "io_uring"},
    {"linux-security-module", "security"},
    {"linux-perf-users", "perf"},
    {"dri-devel", "drm"},
    {"intel-gfx", "drm"},
    {"linux-usb", "usb"},
    {"iommu", "iommu"},
    {"linux-trace-kernel", "tracing"},
    {"linux-arch", "arch"},
    {"linux-edac", "edac"},
    {"virtualization", "virtio"},
};

static void store_one(struct pl_store *store, int64_t report, const char *name, const char *path,
		      const char *reason, int rank)
{
	pl_sql_run(&store->sql,
		   "INSERT INTO subsystem(report, name, path, reason, rank) "
		   "VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
		   "isssi", report, name, path, reason, (int64_t)rank);
}

/* `mm/rmap` in any case; false where text is no path. */
static bool add_path(struct pl_store *store, int64_t report, struct pl_text text,
		     const char *reason, int rank)
{
	char *path, *name;
	size_t end;

	text = pl_text_trim(text);
	if (!text.len || text.len > MAX_PATH || !g_ascii_isalpha(text.ptr[0]))
		return false;
	for (size_t i = 0; i < text.len; i++)
		if (!g_ascii_isalnum(text.ptr[i]) && !strchr("/_-+.", text.ptr[i]))
			return false;
	path = g_ascii_strdown(text.ptr, (gssize)text.len);
	for (end = 0; path[end] && path[end] != '/';)
		end++;
	name = g_strndup(path, end);
	for (size_t i = 0; i < G_N_ELEMENTS(aliases); i++) {
		size_t len = strlen(aliases[i].prefix);

		/* blk-mq as blk */
		if (!strncmp(name, aliases[i].prefix, len) &&
		    (!name[len] || name[len] == '-' || name[len] == '.')) {
			g_free(name);
			name = g_strdup(aliases[i].name);
			break;
		}
	}
	store_one(store, report, name, path, reason, rank);
	g_free(name);
	g_free(path);
	return true;
}

/* `mm, slub: title`: the paths before the colon */
static void add_title(struct pl_store *store, int64_t report, struct pl_text title)
{
	const char *colon;
	size_t from = 0;

	while (title.len && title.ptr[0] == '[') {
		const char *close = memchr(title.ptr, ']', title.len);

		if (!close)
			return;
		title =
		    pl_text_trim(pl_text_slice(title, (size_t)(close - title.ptr) + 1, title.len));
	}
	if (pl_text_starts(title, PL_TEXT("Revert \"")))
		title = pl_text_slice(title, 8, title.len);
	colon = title.len ? memchr(title.ptr, ':', title.len) : NULL;
	if (!colon)
		return;
	title.len = (size_t)(colon - title.ptr);
	for (size_t at = 0; at <= title.len; at++)
		if (at == title.len || title.ptr[at] == ',' || title.ptr[at] == '&') {
			add_path(store, report, pl_text_slice(title, from, at), "title", 0);
			from = at + 1;
		}
}

/* PATCH, PATCHv3, RFC PATCHv2, RFC */
static bool is_patch_tag(struct pl_text tag)
{
	static const char patch[] = "patch", rfc[] = "rfc";

	return (tag.len >= 5 && !g_ascii_strncasecmp(tag.ptr, patch, 5)) ||
	       (tag.len >= 3 && !g_ascii_strncasecmp(tag.ptr, rfc, 3) &&
		(tag.len == 3 || !g_ascii_isalpha(tag.ptr[3]) ||
		 (tag.len > 4 && g_ascii_isdigit(tag.ptr[4]))));
}

static bool ends_like_list(struct pl_text tag)
{
	static const char *const ends[] = {"-dev",     "-devel",      "-users",
					   "-discuss", "-discussion", "-list"};

	for (size_t i = 0; i < G_N_ELEMENTS(ends); i++)
		if (pl_text_ends(tag, pl_text_of(ends[i])))
			return true;
	for (size_t i = 0; i < G_N_ELEMENTS(lists); i++)
		if (pl_text_equal(tag, pl_text_of(lists[i].list)) &&
		    !pl_text_equal(tag, pl_text_of(lists[i].name)))
			return true;
	return pl_text_starts(tag, PL_TEXT("linux-"));
}

/* The list of an address field, or of a List-Id, whose name (linux-f2fs-devel) is the tag in small
 * letters (f2fs-dev), but for what list names begin and end with. */
static bool names_list(struct pl_text text, struct pl_text tag)
{
	const char *at;

	while ((at = text.len ? pl_text_find(text, tag.ptr) : NULL)) {
		const size_t begin = (size_t)(at - text.ptr);
		struct pl_text before = pl_text_slice(text, 0, begin);
		struct pl_text rest = pl_text_slice(text, begin + tag.len, text.len);

		if (pl_text_ends(before, PL_TEXT("linux-")))
			before.len -= strlen("linux-");
		if (pl_text_ends(tag, PL_TEXT("-dev")) && pl_text_starts(rest, PL_TEXT("el")))
			rest = pl_text_slice(rest, strlen("el"), rest.len);
		if (rest.len && strchr("@.", rest.ptr[0]) &&
		    (!before.len || strchr(" ,<\t", before.ptr[before.len - 1])))
			return true;
		text = rest;
	}
	return false;
}

/* Lists put their own name in front of subjects: `[f2fs-dev] ...` */
static bool is_of_list(const struct pl_mail *mail, struct pl_text tag)
{
	char *lower = g_ascii_strdown(tag.ptr, (gssize)tag.len);
	struct pl_text name = pl_text_of(lower);
	bool found = false;

	if (name.len && ends_like_list(name)) {
		found = names_list(mail->to, name) || names_list(mail->cc, name);
		for (size_t i = 0; i < mail->lists.n && !found; i++)
			found = names_list(mail->lists.v[i], name);
	}
	g_free(lower);
	return found;
}

/* `[linus:master] [x86/mm/tlb]  e29186d2fe: ...`: the last tag in front, if it is a path
 * and no tree or version. Who answers a patch writes about that: `Re: [PATCH v3 1/2]
 * mm/slab: ...` has its title behind the tags, which counts where no commit is blamed. */
static void add_subject(struct pl_store *store, int64_t report, const struct pl_mail *mail,
			bool blames)
{
	static const char *const others[] = {"lkp",	   "lkp-robot",	 "resend",   "net-next",
					     "linux-next", "regression", "bisected", "bug",
					     "report",	   "syzbot"};
	struct pl_text tag = PL_TEXT_NONE, subject = mail->subject;
	bool patch = false;

	while (subject.len > 3 && !g_ascii_strncasecmp(subject.ptr, "re: ", 4))
		subject = pl_text_trim(pl_text_slice(subject, 4, subject.len));
	while (subject.len && subject.ptr[0] == '[') {
		const char *close = memchr(subject.ptr, ']', subject.len);
		bool other;

		if (!close)
			return;
		tag = pl_text_slice(subject, 1, (size_t)(close - subject.ptr));
		other = is_patch_tag(tag);
		patch = patch || other;
		for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
			other = other || (tag.len == strlen(others[i]) &&
					  !g_ascii_strncasecmp(tag.ptr, others[i], tag.len));
		if (other || is_of_list(mail, tag))
			tag = PL_TEXT_NONE;
		subject = pl_text_trim(
		    pl_text_slice(subject, (size_t)(close - subject.ptr) + 1, subject.len));
	}
	add_path(store, report, tag, "tag", 1);
	if (patch && !blames)
		add_title(store, report, subject);
}

/* Names of known lists in an address field, or a List-Id */
static void add_lists(struct pl_store *store, int64_t report, struct pl_text text)
{
	size_t from = 0;

	for (size_t at = 0; at < text.len; at++) {
		char c = text.ptr[at];
		struct pl_text name = pl_text_slice(text, from, at);

		if (g_ascii_isalnum(c) || c == '-' || c == '_')
			continue;
		for (size_t i = 0; i < G_N_ELEMENTS(lists); i++)
			if ((c == '@' || (c == '.' && !from)) &&
			    pl_text_equal(name, pl_text_of(lists[i].list)))
				store_one(store, report, lists[i].name, lists[i].list, "list", 2);
		from = at + 1;
	}
}

void pl_store_subsystems(struct pl_store *store, int64_t id, const struct pl_report *report,
			 const struct pl_message *message)
{
	const struct pl_mail *mail = message->mail;

	add_title(store, id, report->culprit.title);
	add_subject(store, id, mail, report->culprit.title.len > 0);
	add_lists(store, id, mail->to);
	add_lists(store, id, mail->cc);
	for (size_t i = 0; i < mail->lists.n; i++)
		add_lists(store, id, mail->lists.v[i]);
}

void pl_store_subsystem_of_list(struct pl_store *store, int64_t report, struct pl_text list)
{
	add_lists(store, report, list);
}
