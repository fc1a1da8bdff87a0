/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every limit in one place. A limit that is hit is a `problems` entry of the
 * mail, named here; what lies inside the limit is still parsed.
 */
#ifndef PERFLORE_LIMITS_H
#define PERFLORE_LIMITS_H

#include <stddef.h>

struct pl_limits {
	size_t mail_bytes; /* raw mail; the rest is cut: mail-too-large. 32 MiB: the largest
			      list mail seen is under 1 MiB, lists refuse far less than this */
	size_t header_bytes; /* header block; the rest is dropped: header-too-large. 1 MiB */
	size_t header_nesting; /* ( : < nesting in one header field; the field is dropped:
				  header-too-deep. 50: GMime recurses without a bound */
	size_t parts; /* MIME parts: too-many-parts. 1000, as public-inbox has it */
	size_t depth; /* MIME nesting: nested-too-deep. 20, as public-inbox has it */
	size_t text_bytes; /* decoded text of all parts: text-too-large. 8 MiB: indexing takes
			      several times as much memory as a mail has text */
	size_t line_bytes; /* a line is cut for recognizers: line-too-long. 16 KiB: the
			      longest row of a real report is under 1 KiB */
	size_t lines; /* in one mail; the rest is not looked at: too-many-lines. 250,000;
			 most seen 10,291 */
	size_t quote_depth; /* deeper quotes count as this deep: quoted-too-deep. 1000; deepest
			       seen 15 */
	size_t reports; /* in one mail: too-many-reports. 1000; most seen 2 */
	size_t tables; /* in one mail: too-many-tables. 10,000; most seen 13 */
	size_t rows; /* in one mail: too-many-rows. 200,000; most seen 3,300 */
	size_t cells; /* of LKP rows in one mail: too-many-rows. 2,000,000 */
	size_t plots; /* in one mail: too-many-plots. 1000; most seen 24 */
	size_t trailers; /* in one mail: too-many-trailers. 100,000; most seen 11 */
	unsigned match_steps; /* PCRE2 match limit: pattern-too-costly. 100,000 */
};

/* The defaults that stand in the comments above. */
extern const struct pl_limits pl_limits_default;

#endif
