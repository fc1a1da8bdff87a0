/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The text of a mail as lines that know what a parser should find in them. Quoting a
 * line takes this knowledge along, so that the generator can say what it wrote.
 */
#ifndef PERFLORE_GENERATOR_BODY_H
#define PERFLORE_GENERATOR_BODY_H

#include <glib.h>

enum line_mark {
	LINE_PLAIN,
	LINE_PERFORMANCE, /* starts a report of this kind */
	LINE_FUNCTIONAL,
	LINE_BUILD,
	LINE_WHOLE,	/* quoted with the rest of its block, or not at all */
	LINE_LKP_ROW,	/* the rows below it may be cut off */
	LINE_TABLE_ROW, /* of a table made by hand: quoted with the rest of its block */
	LINE_MARKS
};

struct line {
	char *text;
	enum line_mark mark;
};

struct body {
	GArray *lines; /* of struct line */
};

struct body *body_new(void);
void body_free(struct body *body);

/* Adds lines; text holds no newline. */
void body_add(struct body *body, enum line_mark mark, const char *text);
void body_printf(struct body *body, enum line_mark mark, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* Adds a passage of parent as a quote, about n lines of it from about start. Returns the
 * line of parent after the passage. */
guint body_quote(struct body *body, const struct body *parent, guint start, guint n);

/* What a thread is about: names and words that come again in all of its mails. */
struct topic {
	char *identifiers[24];
	const char *words[40];
};

struct topic *topic_new(GRand *random);
void topic_free(struct topic *topic);

/* Parts of mails; these add lines. */
void write_prose(struct body *body, GRand *random, const struct topic *topic, int sentences);
void write_diff(struct body *body, GRand *random, const struct topic *topic, int hunks);
void write_table(struct body *body, GRand *random);
/* A robot's report about commit id, 40 digits. Returns its subject, to be freed. */
char *write_performance(struct body *body, GRand *random, const char *id, const char *title);
char *write_functional(struct body *body, GRand *random, const char *id, const char *title);
char *write_build(struct body *body, GRand *random, const char *id, const char *title);

/* Short texts, to be freed. */
char *make_title(GRand *random);
char *make_id(GRand *random);

/* Mostly near median, sometimes much more: exp of a normal deviate. */
double draw_lognormal(GRand *random, double median, double sigma);
/* The same; what is below low or above high is that. */
double draw_between(GRand *random, double median, double sigma, double low, double high);

#endif
