/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What people write: sentences, patches, and tables made by hand. */
#include "body.h"

#include <math.h>
#include <string.h>

#include "names.h"

#define TEXT_WIDTH 72

double draw_lognormal(GRand *random, double median, double sigma)
{
	/* Box and Muller; 1 - x is never 0 */
	double normal =
	    sqrt(-2 * log(1 - g_rand_double(random))) * cos(2 * G_PI * g_rand_double(random));

	return median * exp(sigma * normal);
}

double draw_between(GRand *random, double median, double sigma, double low, double high)
{
	const double drawn = draw_lognormal(random, median, sigma);

	return CLAMP(drawn, low, high);
}

char *make_id(GRand *random)
{
	return g_strdup_printf("%08x%08x%08x%08x%08x", g_rand_int(random), g_rand_int(random),
			       g_rand_int(random), g_rand_int(random), g_rand_int(random));
}

/* Lists never stop making up names: of three in ten nobody has heard before. */
static char *new_identifier(GRand *random)
{
	int kind = g_rand_int_range(random, 0, 10);

	if (kind < 5)
		return g_strdup(names_draw(random, NAME_FUNCTION, true));
	if (kind < 7)
		return g_strdup(names_draw(random, NAME_FUNCTION, false));
	if (kind < 9)
		return g_strdup_printf("%s_%s", names_draw(random, NAME_WORD, true),
				       names_draw(random, NAME_WORD, false));
	return g_strdup_printf("%s_%s_%s", names_draw(random, NAME_WORD, false),
			       names_draw(random, NAME_WORD, false),
			       names_draw(random, NAME_WORD, false));
}

struct topic *topic_new(GRand *random)
{
	struct topic *topic = g_new(struct topic, 1);

	for (size_t i = 0; i < G_N_ELEMENTS(topic->identifiers); i++)
		topic->identifiers[i] = new_identifier(random);
	for (size_t i = 0; i < G_N_ELEMENTS(topic->words); i++)
		topic->words[i] = names_draw(random, NAME_WORD, i % 2);
	return topic;
}

void topic_free(struct topic *topic)
{
	if (!topic)
		return;
	for (size_t i = 0; i < G_N_ELEMENTS(topic->identifiers); i++)
		g_free(topic->identifiers[i]);
	g_free(topic);
}

/* The first ones of a topic come more often than the last. */
static size_t draw_topical(GRand *random, size_t n)
{
	double at = g_rand_double(random);

	return (size_t)(at * at * (double)n);
}

static char *make_identifier(GRand *random, const struct topic *topic)
{
	if (g_rand_int_range(random, 0, 100) < 20)
		return new_identifier(random);
	return g_strdup(topic->identifiers[draw_topical(random, G_N_ELEMENTS(topic->identifiers))]);
}

static const char *draw_word(GRand *random, const struct topic *topic)
{
	if (g_rand_int_range(random, 0, 100) < 60)
		return names_draw(random, NAME_WORD, true);
	return topic->words[draw_topical(random, G_N_ELEMENTS(topic->words))];
}

char *make_title(GRand *random)
{
	GString *title = g_string_new(NULL);
	int words = g_rand_int_range(random, 3, 9);

	g_string_printf(title, "%s:", names_draw(random, NAME_WORD, false));
	for (int i = 0; i < words; i++)
		g_string_append_printf(title, " %s", names_draw(random, NAME_WORD, i % 2));
	return g_string_free(title, FALSE);
}

static char *make_word(GRand *random, const struct topic *topic)
{
	int kind = g_rand_int_range(random, 0, 100);

	if (kind < 2)
		return g_strdup_printf("%s()", topic->identifiers[kind]);
	if (kind < 4)
		return make_identifier(random, topic);
	if (kind < 6)
		return g_strdup_printf("%d", (int)draw_lognormal(random, 20, 2));
	if (kind < 7)
		return g_strdup_printf("%s.%s", names_draw(random, NAME_WORD, false),
				       draw_word(random, topic));
	if (kind < 9)
		return g_strdup_printf("%07x", g_rand_int(random) >> 4);
	if (kind < 10)
		return g_strdup_printf("%s-%s", draw_word(random, topic), draw_word(random, topic));
	return g_strdup(draw_word(random, topic));
}

void write_prose(struct body *body, GRand *random, const struct topic *topic, int sentences)
{
	GString *line = g_string_new(NULL);

	for (int i = 0; i < sentences; i++) {
		int words = (int)draw_between(random, 14, 0.5, 2, 60);

		for (int k = 0; k < words; k++) {
			char *word = make_word(random, topic);

			if (k == 0)
				*word = g_ascii_toupper(*word);
			if (line->len + strlen(word) >= TEXT_WIDTH) {
				body_add(body, LINE_PLAIN, line->str);
				g_string_truncate(line, 0);
			}
			g_string_append_printf(line, "%s%s%s", line->len ? " " : "", word,
					       k + 1 == words ? "." : (k % 9 == 8 ? "," : ""));
			g_free(word);
		}
		if (i % 4 == 3 || i + 1 == sentences) {
			body_add(body, LINE_PLAIN, line->str);
			body_add(body, LINE_PLAIN, "");
			g_string_truncate(line, 0);
		}
	}
	g_string_free(line, TRUE);
}

static char *make_code(GRand *random, const struct topic *topic)
{
	char *a = make_identifier(random, topic), *b = make_identifier(random, topic), *code = NULL;
	const char *word = draw_word(random, topic);

	switch (g_rand_int_range(random, 0, 9)) {
	case 0:
		code = g_strdup_printf("\tif (!%s(%s))", a, word);
		break;
	case 1:
		code = g_strdup_printf("\t%s = %s(%s, %s);", word, a, b, draw_word(random, topic));
		break;
	case 2:
		code = g_strdup_printf("\t\t%s(&%s->%s);", a, word, b);
		break;
	case 3:
		code = g_strdup_printf("\tstruct %s *%s = %s->%s;", a, word, b,
				       draw_word(random, topic));
		break;
	case 4:
		code = g_strdup_printf("\t\treturn %s;", word);
		break;
	case 5:
		code = g_strdup_printf("static int %s(struct %s *%s)", a, b, word);
		break;
	case 6:
		code = g_strdup_printf("\t/* %s %s %s */", word, draw_word(random, topic),
				       names_draw(random, NAME_WORD, false));
		break;
	case 7:
		code = g_strdup("\t}");
		break;
	default:
		code = g_strdup("");
		break;
	}
	g_free(a);
	g_free(b);
	return code;
}

void write_diff(struct body *body, GRand *random, const struct topic *topic, int hunks)
{
	char *directory = g_strdup(names_draw(random, NAME_WORD, false));
	char *file = NULL;

	for (int i = 0; i < hunks; i++) {
		int at = g_rand_int_range(random, 1, 4000), kept = 6, added = 0, removed = 0;
		GString *signs = g_string_new("   ");
		char *function = make_identifier(random, topic);

		if (i % 3 == 0) {
			g_free(file);
			file = g_strdup_printf("%s/%s.c", directory,
					       names_draw(random, NAME_WORD, false));
			body_printf(body, LINE_PLAIN, "diff --git a/%s b/%s", file, file);
			body_printf(body, LINE_PLAIN, "index %08x%04x..%08x%04x 100644",
				    g_rand_int(random), g_rand_int(random) & 0xffff,
				    g_rand_int(random), g_rand_int(random) & 0xffff);
			body_printf(body, LINE_PLAIN, "--- a/%s", file);
			body_printf(body, LINE_PLAIN, "+++ b/%s", file);
		}
		for (int n = (int)draw_between(random, 12, 0.8, 0, 200); n > 0; n--) {
			int kind = g_rand_int_range(random, 0, 10);

			g_string_append_c(signs, kind < 5 ? '+' : kind < 8 ? '-' : ' ');
			kept += kind >= 8;
			added += kind < 5;
			removed += kind >= 5 && kind < 8;
		}
		g_string_append(signs, "   ");
		body_printf(body, LINE_PLAIN, "@@ -%d,%d +%d,%d @@ static void %s(void)", at,
			    kept + removed, at, kept + added, function);
		for (const char *sign = signs->str; *sign; sign++) {
			char *code = make_code(random, topic);

			body_printf(body, LINE_PLAIN, "%c%s", *sign, code);
			g_free(code);
		}
		g_string_free(signs, TRUE);
		g_free(function);
	}
	g_free(directory);
	g_free(file);
}

/* A few lines of a benchmark before and after, as people paste them. */
void write_table(struct body *body, GRand *random)
{
	int rows = g_rand_int_range(random, 3, 9);
	double base = draw_lognormal(random, 5000, 2);

	body_printf(body, LINE_WHOLE, "%-24s %14s %22s", "threads", "base", "patched");
	for (int i = 0; i < rows; i++) {
		double before = base * (i + 1) * (0.9 + 0.2 * g_rand_double(random));
		double change =
		    draw_lognormal(random, 3, 1) * (g_rand_int_range(random, 0, 3) ? 1 : -1);

		change = CLAMP(change, -90, 900);
		body_printf(body, LINE_TABLE_ROW, "%s-%-*d %14.2f %14.2f (%+.2f%%)", "nr", 21,
			    1 << i, before, before * (1 + change / 100), change);
	}
	body_add(body, LINE_PLAIN, "");
}
