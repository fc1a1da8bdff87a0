/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <perflore/sender.h>

static bool holds(struct pl_text text, const char *word)
{
	size_t len = strlen(word);

	for (size_t i = 0; i + len <= text.len; i++)
		if (!g_ascii_strncasecmp(text.ptr + i, word, len))
			return true;
	return false;
}

bool pl_is_robot(struct pl_text name, struct pl_text address)
{
	static const char *const names[] = {
	    "robot",   "syzbot",    "kernelci", "patchwork-bot", "functional testing",
	    "tip-bot", "build bot", "buildbot", "kisskb"};
	static const char *const locals[] = {"lkp",  "bot",	"syzbot",   "kernelci",
					     "lkft", "noreply", "no-reply", "mailer-daemon"};
	const char *at = pl_text_find(address, "@");
	const char *plus = pl_text_find(address, "+");
	struct pl_text local = pl_text_slice(address, 0, at ? (size_t)(at - address.ptr) : 0);

	if (plus && at && plus < at)
		local = pl_text_slice(address, 0, (size_t)(plus - address.ptr));
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
		if (holds(name, names[i]))
			return true;
	for (size_t i = 0; i < G_N_ELEMENTS(locals); i++)
		if (local.len == strlen(locals[i]) &&
		    !g_ascii_strncasecmp(local.ptr, locals[i], local.len))
			return true;
	return local.len > 4 && !g_ascii_strncasecmp(local.ptr + local.len - 4, "-bot", 4);
}

bool pl_is_patch(struct pl_text subject)
{
	struct pl_text tag;
	const char *close;

	/* Other tags may stand before it: [linux-next] [PATCH 1/2] */
	while (subject.len && subject.ptr[0] == '[') {
		close = memchr(subject.ptr, ']', subject.len);
		if (!close)
			return false;
		tag = pl_text_slice(subject, 1, (size_t)(close - subject.ptr));
		if (holds(tag, "patch") || holds(tag, "rfc"))
			return holds(tag, "patch");
		subject = pl_text_trim(
		    pl_text_slice(subject, (size_t)(close - subject.ptr) + 1, subject.len));
	}
	return false;
}
