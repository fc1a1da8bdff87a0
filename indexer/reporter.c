/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reporter.h"

/* Lines that an attribution is spread over, and bytes of it. */
#define MAX_LINES 3
#define MAX_ATTRIBUTION 400

/* Bytes that may follow the verb: `wrote: [snip]`, `wrote (in part):` */
#define MAX_BEHIND 40

/* `Monday,` or `Mar,`: a month without a comma may be a name. */
static bool is_day_or_month(struct pl_text token)
{
	static const char names[] = "mon tue wed thu fri sat sun jan feb mar apr may jun jul aug "
				    "sep oct nov dec ";

	if (token.len < 4 || token.ptr[token.len - 1] != ',')
		return false;
	for (const char *name = names; *name; name += 4)
		if (!g_ascii_strncasecmp(token.ptr, name, 3))
			return token.len == 4 || pl_text_ends(token, PL_TEXT("day,"));
	return false;
}

/* A piece of a date or time: digits, marks and AM, PM, T, Z; or a zone in parentheses. */
static bool is_date(struct pl_text token)
{
	if (!token.len)
		return true;
	if (token.ptr[0] == '(')
		return pl_text_has(token, ')');
	if (pl_text_starts(token, PL_TEXT("AM")) || pl_text_starts(token, PL_TEXT("PM")) ||
	    is_day_or_month(token))
		return true;
	if (!g_ascii_isdigit(token.ptr[0]) && token.ptr[0] != '+' && token.ptr[0] != '-')
		return false;
	for (size_t i = 0; i < token.len; i++)
		if (g_ascii_isalpha(token.ptr[i]) && !strchr("AaPpMmTZ", token.ptr[i]))
			return false;
	return true;
}

/* `On Mon, Mar 01, 2021 at 03:04:05PM +0800, NAME`: what stands behind the date */
static struct pl_text behind_date(struct pl_text text)
{
	size_t from = 0, behind = 0;

	for (size_t at = 0; at <= text.len; at++) {
		if (at < text.len && text.ptr[at] != ' ')
			continue;
		if (at > from && is_date(pl_text_slice(text, from, at)))
			behind = at;
		from = at + 1;
	}
	return pl_text_trim(pl_text_slice(text, behind, text.len));
}

static struct pl_text without(struct pl_text text, const char *marks)
{
	while (text.len && strchr(marks, text.ptr[0]))
		text = pl_text_slice(text, 1, text.len);
	while (text.len && strchr(marks, text.ptr[text.len - 1]))
		text.len--;
	return text;
}

/* What stands in front of the verb that ends text, or behind which a few words follow, if it
 * begins with `On`; false: none does. */
static bool cut_verb(struct pl_text *text)
{
	static const char *const verbs[] = {" wrote", " writes", " said"};

	for (size_t i = 0; i < G_N_ELEMENTS(verbs); i++)
		for (const char *at = pl_text_find(*text, verbs[i]); at;) {
			size_t behind = (size_t)(at - text->ptr) + strlen(verbs[i]);
			struct pl_text rest = pl_text_slice(*text, behind, text->len);

			if (pl_text_equal(rest, PL_TEXT(":")) ||
			    (pl_text_starts(*text, PL_TEXT("On ")) && rest.len <= MAX_BEHIND &&
			     (pl_text_starts(rest, PL_TEXT(":")) ||
			      (pl_text_starts(rest, PL_TEXT(" (")) &&
			       pl_text_ends(rest, PL_TEXT("):")))))) {
				text->len = behind - strlen(verbs[i]);
				return true;
			}
			at = pl_text_find(rest, verbs[i]);
		}
	return false;
}

bool pl_attribution_read(struct pl_text text, struct pl_text *name_out, struct pl_text *address_out)
{
	size_t open;

	*name_out = *address_out = PL_TEXT_NONE;
	text = pl_text_trim(text);
	if (!cut_verb(&text))
		return false;
	text = pl_text_trim(text);
	open = text.len;
	if (text.len && text.ptr[text.len - 1] == '>')
		while (open && text.ptr[open - 1] != '<')
			open--;
	if (open && open < text.len) {
		*address_out = pl_text_trim(pl_text_slice(text, open, text.len - 1));
		if (!pl_text_has(*address_out, '@'))
			*address_out = PL_TEXT_NONE;
		text = pl_text_slice(text, 0, open - 1);
	}
	if (pl_text_starts(text, PL_TEXT("On ")))
		text = behind_date(text);
	*name_out = without(text, " \t\"',*");
	if (!address_out->len && pl_text_has(*name_out, '@') && !pl_text_has(*name_out, ' ')) {
		*address_out = *name_out;
		*name_out = PL_TEXT_NONE;
	}
	return name_out->len || address_out->len;
}

/* Words follow the verb; then the quotation must stand right below. */
static bool goes_on(const struct pl_lines *lines, size_t at, struct pl_text text)
{
	size_t next = at + 1;

	if (!pl_text_find(text, "wrote") && !pl_text_find(text, "writes") &&
	    !pl_text_find(text, "said"))
		return false;
	while (next < lines->n && next <= at + 2 && lines->v[next].depth == lines->v[at].depth &&
	       !pl_text_trim(lines->v[next].text).len)
		next++;
	return next < lines->n && lines->v[next].depth > lines->v[at].depth;
}

/* The attribution that ends with line `at`, of as many lines as it takes; the text is kept
 * in `joined`. */
static bool attribution_at(const struct pl_lines *lines, size_t at, GString *joined,
			   struct pl_text *name_out, struct pl_text *address_out)
{
	struct pl_text text = pl_text_trim(lines->v[at].text);
	size_t first = at;

	if (!pl_text_ends(text, PL_TEXT("wrote:")) && !pl_text_ends(text, PL_TEXT("writes:")) &&
	    !pl_text_ends(text, PL_TEXT("said:")) && !goes_on(lines, at, text))
		return false;
	/* It begins with `On`, or else it is one line, unless that is too short. */
	for (size_t i = at; i + MAX_LINES > at; i--) {
		struct pl_text line = pl_text_trim(lines->v[i].text);

		if (lines->v[i].depth != lines->v[at].depth || !line.len)
			break;
		if (pl_text_starts(line, PL_TEXT("On "))) {
			first = i;
			break;
		}
		if (!i)
			break;
	}
	if (first == at && at && lines->v[at - 1].depth == lines->v[at].depth &&
	    (text.ptr[0] == '<' || pl_text_starts(text, PL_TEXT("wrote"))))
		first = at - 1;
	g_string_truncate(joined, 0);
	for (size_t i = first; i <= at; i++) {
		struct pl_text line = pl_text_trim(lines->v[i].text);

		if (joined->len + line.len > MAX_ATTRIBUTION)
			return false;
		if (joined->len)
			g_string_append_c(joined, ' ');
		g_string_append_len(joined, line.ptr, (gssize)line.len);
	}
	return pl_attribution_read((struct pl_text){joined->str, joined->len}, name_out,
				   address_out);
}

/* The robots whose reports are told apart: how table mail_link calls them, and who they are to
 * those that credit them. */
static const struct {
	const char *link, *name;
} robots[] = {{"robot-lkp", "kernel test robot"}, {"robot-syzbot", "syzbot"}, {"robot-other", ""}};
enum { LKP, SYZBOT, OTHER, NONE };

/* The robot that opens its reports with such a line */
static int robot_of(const struct pl_report *report, struct pl_text line)
{
	line = pl_text_trim(line);
	if (pl_text_starts(line, PL_TEXT("syzbot ")))
		return SYZBOT;
	if (report->kind == PL_REPORT_PERFORMANCE || pl_text_find(line, "kernel test robot") ||
	    pl_text_find(line, "FYI, we noticed") || pl_text_find(line, "[auto build test "))
		return LKP;
	if (pl_text_starts(line, PL_TEXT("## Regressions")) || pl_text_find(line, " runs, ") ||
	    pl_text_find(line, " boots: "))
		return OTHER;
	return NONE;
}

/* The robot that an attribution names; view origin knows them by the same words */
static int robot_named(struct pl_text name, struct pl_text address)
{
	char *both = g_strdup_printf("%.*s %.*s", (int)name.len, name.len ? name.ptr : "",
				     (int)address.len, address.len ? address.ptr : "");
	char *lower = g_ascii_strdown(both, -1);
	int robot = NONE;

	if (strstr(lower, "syzbot"))
		robot = SYZBOT;
	else if (strstr(lower, "kernelci") || strstr(lower, "lkft") ||
		 strstr(lower, "functional testing"))
		robot = OTHER;
	else if (strstr(lower, "robot") || strstr(lower, " lkp@"))
		robot = LKP;
	g_free(both);
	g_free(lower);
	return robot;
}

static void store_one(struct pl_store *store, int64_t id, const struct pl_report *report,
		      const char *what, struct pl_text who)
{
	char *target;

	if (!who.len)
		return;
	target = g_utf8_make_valid(who.ptr, (gssize)who.len);
	pl_sql_run(&store->sql,
		   "INSERT OR IGNORE INTO mail_link(message, line, name, target) "
		   "VALUES (?, ?, ?, ?)",
		   "iiss", id, (int64_t)report->line, what, target);
	g_free(target);
}

/* Who a quoted report is from, as far as its mail says. */
struct reporter {
	struct pl_text name, address; /* of the attribution, in `joined` */
	GString *joined;
	int robot, named; /* whose report it is, and whom the attribution names */
};

/* False: the line is not there. */
static bool find_reporter(const struct pl_message *message, const struct pl_report *report,
			  struct reporter *reporter)
{
	const struct pl_lines *lines;
	size_t part = message->mail->n_parts, at;

	while (part && message->lines[part - 1].first > report->line)
		part--;
	if (!report->depth || !part)
		return false;
	lines = &message->lines[part - 1];
	at = lines->n;
	while (at && lines->v[at - 1].number > report->line)
		at--;
	if (!at)
		return false;
	/* The nearest one above that introduces lines of the report's depth. */
	for (size_t i = at - 1; i-- > 0;)
		if (lines->v[i].depth + 1u == report->depth &&
		    attribution_at(lines, i, reporter->joined, &reporter->name, &reporter->address))
			break;
	reporter->robot = robot_of(report, lines->v[at - 1].text);
	reporter->named = robot_named(reporter->name, reporter->address);
	return true;
}

static bool is_another(const struct reporter *reporter)
{
	return reporter->robot != NONE && reporter->named != NONE &&
	       reporter->named != reporter->robot;
}

bool pl_is_attribution(const struct pl_lines *lines, size_t at)
{
	struct pl_text name = PL_TEXT_NONE, address = PL_TEXT_NONE;
	GString *joined = g_string_new(NULL);
	bool found = attribution_at(lines, at, joined, &name, &address);

	g_string_free(joined, TRUE);
	return found;
}

bool pl_reporter_is_another(const struct pl_message *message, const struct pl_report *report)
{
	struct reporter reporter = {.joined = g_string_new(NULL)};
	bool another = find_reporter(message, report, &reporter) && is_another(&reporter);

	g_string_free(reporter.joined, TRUE);
	return another;
}

static void store_reporter(struct pl_store *store, int64_t id, const struct pl_report *report,
			   struct reporter *reporter)
{
	const int robot = reporter->robot;

	if (is_another(reporter))
		reporter->name = reporter->address = PL_TEXT_NONE;
	if (!reporter->name.len && !reporter->address.len && robot != NONE)
		reporter->name = pl_text_of(robots[robot].name);
	store_one(store, id, report, "reporter",
		  reporter->name.len ? reporter->name : reporter->address);
	store_one(store, id, report, "reporter-address",
		  reporter->name.len ? reporter->address : PL_TEXT_NONE);
	if (robot != NONE)
		pl_sql_run(&store->sql,
			   "INSERT OR IGNORE INTO mail_link(message, line, name, target) "
			   "VALUES (?, ?, ?, '')",
			   "iis", id, (int64_t)report->line, robots[robot].link);
}

void pl_store_reporters(struct pl_store *store, int64_t id, const struct pl_message *message)
{
	for (size_t i = 0; i < message->n_reports; i++) {
		struct reporter reporter = {.joined = g_string_new(NULL)};

		if (find_reporter(message, &message->reports[i], &reporter))
			store_reporter(store, id, &message->reports[i], &reporter);
		g_string_free(reporter.joined, TRUE);
	}
}
