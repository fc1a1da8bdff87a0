/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "calls.h"

#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <glib.h>

#include "crash.h"

/* What the loss of power undoes; the newest is undone first. */
struct undo {
	enum { UNDO_WRITE, UNDO_RENAME, UNDO_EXCHANGE } what;
	/* of a write */
	int fd;
	ino_t inode;
	off_t offset, size_before;
	size_t length;
	/* of a write: what stood there; of a rename: the file that had the new name, if any */
	char *before;
	size_t before_length;
	char *from, *to;
};

struct calls_count *calls_counts;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct calls_plan plan;
static char *folder;
static GPtrArray *undos; /* of struct undo */

void calls_init(void)
{
	calls_counts = mmap(NULL, sizeof(struct calls_count) * CALLS_PLACES, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (calls_counts == MAP_FAILED)
		exit(1);
}

void calls_start(const char *path, const struct calls_plan *wanted)
{
	memset(calls_counts, 0, sizeof(struct calls_count) * CALLS_PLACES);
	plan = *wanted;
	undos = g_ptr_array_new();
	folder = g_strdup(path);
}

static bool power_goes(void)
{
	return plan.place && plan.death >= DEATH_POWER;
}

static void undo_write(const struct undo *undo, bool shorten)
{
	if (undo->before_length)
		syscall(SYS_pwrite64, undo->fd, undo->before, undo->before_length, undo->offset);
	if (shorten) {
		syscall(SYS_ftruncate, undo->fd, undo->size_before);
	} else if (undo->length > undo->before_length) {
		size_t n = undo->length - undo->before_length;
		char *zeros = g_malloc0(n);

		syscall(SYS_pwrite64, undo->fd, zeros, n,
			undo->offset + (off_t)undo->before_length);
		g_free(zeros);
	}
}

static void undo_rename(const struct undo *undo)
{
	int fd;

	if (undo->what == UNDO_EXCHANGE) {
		syscall(SYS_renameat2, AT_FDCWD, undo->from, AT_FDCWD, undo->to, RENAME_EXCHANGE);
		return;
	}
	syscall(SYS_rename, undo->to, undo->from);
	if (!undo->before)
		return;
	fd = open(undo->to, O_WRONLY | O_CREAT | O_TRUNC, 0666);
	syscall(SYS_write, fd, undo->before, undo->before_length);
	close(fd);
}

static void die(void)
{
	bool mixed = plan.death == DEATH_MIXED;

	for (guint i = undos->len; power_goes() && i > 0; i--) {
		const struct undo *undo = undos->pdata[i - 1];

		if (mixed && i % 2)
			continue;
		if (undo->what == UNDO_WRITE)
			undo_write(undo, !mixed);
		else
			undo_rename(undo);
	}
	raise(SIGKILL);
}

/* The lock is held. True: this is the call to die at. */
static bool passed(const char *what, const char *where)
{
	char place[CALLS_PLACE];

	snprintf(place, sizeof(place), "%s %s", what, where);
	for (int i = 0; i < CALLS_PLACES; i++) {
		struct calls_count *count = &calls_counts[i];

		if (!count->place[0])
			memcpy(count->place, place, sizeof(place));
		else if (strcmp(count->place, place) != 0)
			continue;
		count->passed++;
		return plan.place && count->passed == plan.at && !strcmp(plan.place, place);
	}
	fprintf(stderr, "calls: too many places\n");
	abort();
}

/* The name that a file of the database has in places; NULL: it does not count. */
static const char *name_of(const char *path)
{
	const char *inside;

	if (!folder || !g_str_has_prefix(path, folder))
		return NULL;
	inside = path + strlen(folder);
	if (!strcmp(inside, "/perflore.db"))
		return "perflore.db";
	if (!strcmp(inside, "/perflore.db-wal"))
		return "perflore.db-wal";
	return *inside ? NULL : "folder";
}

static bool path_of(int fd, char path[PATH_MAX])
{
	char link[64];
	ssize_t n;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, path, PATH_MAX - 1);
	if (n < 0)
		return false;
	path[n] = '\0';
	return true;
}

static const char *file_of(int fd)
{
	char path[PATH_MAX];

	return folder && path_of(fd, path) ? name_of(path) : NULL;
}

static void remember_write(int fd, size_t length, off_t offset)
{
	struct undo *undo = g_new0(struct undo, 1);
	struct stat status;
	char path[PATH_MAX];
	ssize_t n;

	if (!path_of(fd, path) || fstat(fd, &status))
		abort();
	undo->what = UNDO_WRITE;
	/* fd may have been opened for writing only. */
	undo->fd = open(path, O_RDWR | O_CLOEXEC);
	if (undo->fd < 0)
		abort();
	undo->inode = status.st_ino;
	undo->offset = offset;
	undo->size_before = status.st_size;
	undo->length = length;
	undo->before = g_malloc(length);
	n = pread(undo->fd, undo->before, length, offset);
	undo->before_length = n > 0 ? (size_t)n : 0;
	g_ptr_array_add(undos, undo);
}

static void forget_inode(ino_t inode)
{
	for (guint i = undos->len; i > 0; i--) {
		struct undo *undo = undos->pdata[i - 1];

		if (undo->what != UNDO_WRITE || undo->inode != inode)
			continue;
		close(undo->fd);
		g_free(undo->before);
		g_free(undo);
		g_ptr_array_remove_index(undos, i - 1);
	}
}

static void forget_renames(const char *directory)
{
	for (guint i = undos->len; i > 0; i--) {
		struct undo *undo = undos->pdata[i - 1];
		char *parent = undo->to ? g_path_get_dirname(undo->to) : NULL;

		if (parent && !strcmp(parent, directory)) {
			g_free(undo->before);
			g_free(undo->from);
			g_free(undo->to);
			g_free(undo);
			g_ptr_array_remove_index(undos, i - 1);
		}
		g_free(parent);
	}
}

static ssize_t write_at(int fd, const void *data, size_t length, off_t offset, bool positioned)
{
	const char *file;
	ssize_t done;

	pthread_mutex_lock(&lock);
	file = file_of(fd);
	if (file) {
		bool last = passed("write", file);

		if (last && plan.death == DEATH_TORN)
			syscall(SYS_pwrite64, fd, data, length / 2, offset);
		if (last)
			die();
		if (power_goes())
			remember_write(fd, length, offset);
	}
	done = positioned ? syscall(SYS_pwrite64, fd, data, length, offset)
			  : syscall(SYS_write, fd, data, length);
	pthread_mutex_unlock(&lock);
	return done;
}

/* Libraries are to find these. */
#pragma GCC visibility push(default)

ssize_t write(int fd, const void *data, size_t length)
{
	if (!folder)
		return syscall(SYS_write, fd, data, length);
	return write_at(fd, data, length, lseek(fd, 0, SEEK_CUR), false);
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t offset)
{
	return write_at(fd, data, length, offset, true);
}

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset)
{
	return write_at(fd, data, length, offset, true);
}

static int sync_file(int fd, long number)
{
	const char *file;
	struct stat status;
	char path[PATH_MAX];
	int failed;

	pthread_mutex_lock(&lock);
	file = file_of(fd);
	if (file && passed("sync", file))
		die();
	failed = (int)syscall(number, fd);
	if (file && !failed && power_goes() && fstat(fd, &status) == 0 && path_of(fd, path)) {
		bool sabotaged =
		    plan.sabotage == SABOTAGE_SYNC && g_str_has_prefix(file, "perflore.db");

		if (!sabotaged && S_ISDIR(status.st_mode))
			forget_renames(path);
		else if (!sabotaged)
			forget_inode(status.st_ino);
	}
	pthread_mutex_unlock(&lock);
	return failed;
}

int fsync(int fd)
{
	return sync_file(fd, SYS_fsync);
}

int fdatasync(int fd)
{
	return sync_file(fd, SYS_fdatasync);
}

static void remember_rename(const char *from, const char *to, bool exchange)
{
	struct undo *undo = g_new0(struct undo, 1);

	undo->what = exchange ? UNDO_EXCHANGE : UNDO_RENAME;
	undo->from = g_strdup(from);
	undo->to = g_strdup(to);
	if (!exchange)
		g_file_get_contents(to, &undo->before, &undo->before_length, NULL);
	g_ptr_array_add(undos, undo);
}

static int rename_file(const char *from, const char *to, unsigned flags)
{
	const char *file;
	int failed;

	pthread_mutex_lock(&lock);
	file = name_of(to);
	if (file && passed("rename", file))
		die();
	if (file && power_goes())
		remember_rename(from, to, flags & RENAME_EXCHANGE);
	failed = (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, flags);
	pthread_mutex_unlock(&lock);
	return failed;
}

int rename(const char *from, const char *to)
{
	return rename_file(from, to, 0);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags)
{
	if (from_folder != AT_FDCWD || to_folder != AT_FDCWD)
		return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
	return rename_file(from, to, flags);
}

/* Calls after which nothing is to be undone. */
static void simple_call(const char *what, const char *file)
{
	if (!file)
		return;
	pthread_mutex_lock(&lock);
	if (passed(what, file))
		die();
	pthread_mutex_unlock(&lock);
}

int unlink(const char *path)
{
	simple_call("remove", name_of(path));
	return (int)syscall(SYS_unlink, path);
}

int ftruncate(int fd, off_t length)
{
	simple_call("truncate", file_of(fd));
	return (int)syscall(SYS_ftruncate, fd, length);
}

int ftruncate64(int fd, off64_t length)
{
	simple_call("truncate", file_of(fd));
	return (int)syscall(SYS_ftruncate, fd, length);
}

#pragma GCC visibility pop

void pl_crash_passed(const char *name)
{
	if (folder)
		simple_call("point", name);
}
