/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Any bytes as a file of mails, also a packed one: every mail that the source yields is
 * within its limits, and it ends. */
#include "fuzz.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <perflore/source.h>

#define MAIL_BYTES 65536

static void complain(void *context, bool fatal, const char *line)
{
	(void)context;
	(void)fatal;
	for (const char *c = line; *c; c++) {
		if ((unsigned char)*c < ' ' || *c == 0x7F)
			abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pl_limits limits = pl_limits_default;
	struct pl_source *source;
	struct pl_error error;
	struct pl_item item;
	uint64_t yielded = 0;
	struct pl_source_counts counts;
	char path[64];
	int fd = memfd_create("fuzz", 0);

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	limits.mail_bytes = MAIL_BYTES;
	if (pl_source_open(path, &limits, complain, NULL, &source, &error) == PL_OK) {
		while (pl_source_next(source, &item) == PL_OK) {
			if (item.raw.len > MAIL_BYTES)
				abort();
			yielded++;
		}
		pl_source_counts(source, &counts);
		if (counts.mails != yielded)
			abort();
		pl_source_close(source);
	}
	close(fd);
	return 0;
}
