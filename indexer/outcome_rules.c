/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "outcome_rules.h"

#include "remarks.h"

/* One commit id is the other's beginning; c has an index, s.culprit is what is known. */
#define SAME_COMMIT(c)                                                                             \
	c " >= substr(s.culprit, 1, 7) AND " c " < substr(s.culprit, 1, 7) || 'g' AND (substr(" c  \
	  ", 1, length(s.culprit)) = s.culprit OR substr(s.culprit, 1, length(" c ")) = " c ")"

#define IS_PATCH(x)                                                                                \
	"EXISTS (SELECT 1 FROM mail_link z WHERE z.message = " x " AND z.name = 'offers' AND "     \
	"z.target = 'patch')"

/* The robot asks for these trailers in its own mails; a person's patch may hold a report. */
#define NO_REPORT(x)                                                                               \
	"(NOT EXISTS (SELECT 1 FROM report o WHERE o.message = " x                                 \
	" AND o.depth = 0) OR " IS_PATCH(x) ")"

#define TRAILER_TEXT(x)                                                                            \
	"ifnull((SELECT max(q.name || ': ' || q.value) FROM trailer q WHERE q.message = " x        \
	".message AND q.line = " x ".line), '')"

/* Trailer q gives the credit to whoever sent the report. */
#define BY_REPORTER                                                                                \
	"q.name IN ('Reported-by', 'Reported-and-tested-by') AND q.depth = 0 AND "                 \
	"((s.address IS NOT NULL AND instr(lower(q.value), lower(s.address))) "                    \
	"OR (s.name IS NOT NULL AND instr(lower(q.value), lower(s.name))))"

/* What member f of the family says is its sender's, or is to be had from nobody else: who
 * quotes a report's lines does not say them. */
#define OWN_OR_ONLY "(f.depth = 0 OR NOT EXISTS (SELECT 1 FROM temp.family g WHERE g.depth = 0))"

/* The mail holds the change that its trailers are about: who asks for trailers fixes nothing. */
#define OFFERS(x) "EXISTS (SELECT 1 FROM mail_link z WHERE z.message = " x " AND z.name = 'offers')"

#define NOT_OLDER(x) "NOT EXISTS (SELECT 1 FROM message y WHERE y.id = " x " AND y.date < s.date)"

#define IS_BELOW(x) x " IN (SELECT message FROM temp.below)"

/* The mail says which reports it is about, and this is none of them. */
#define OF_ANOTHER(x)                                                                              \
	"((EXISTS (SELECT 1 FROM trailer z WHERE z.message = " x                                   \
	" AND z.name = 'Closes' AND z.depth = 0) OR EXISTS (SELECT 1 FROM mail_link z JOIN "       \
	"message y ON y.message_id = z.target JOIN report o ON o.message = y.id AND o.depth = 0 "  \
	"WHERE z.message = " x " AND z.name = 'Link')) AND NOT EXISTS (SELECT 1 FROM mail_link z " \
	"JOIN temp.name n ON n.message_id = z.target WHERE z.message = " x                         \
	" AND z.name IN ('Closes', 'Link')))"

/* A measured change, and what is left of it: gone when not a quarter is left, it is more than
 * what the values spread, and not because the commit was taken out. Each gives columns metric,
 * was, left, title, spread, gained of a row. */
#define JUDGE                                                                                      \
	"INSERT OR IGNORE INTO evidence(report, rule, strength, message, line, text, state) "      \
	"SELECT report, ?1, ?2, message, line, printf('%s %+.1f%%; %+.1f%% with %s', metric, "     \
	"was, left, title), iif(gone AND title NOT LIKE 'Revert%', 'fixed', 'open') FROM "         \
	"(SELECT *, abs(left) <= abs(was) / 4 OR left * was < 0 AS gone FROM ("
#define JUDGED ")) WHERE NOT gone OR abs(gained) > spread ORDER BY compared DESC"
#define TITLE "coalesce(h.title, h.commit_id, h.label) AS title"
#define SPREAD(x) "ifnull(" x "_stddev_pct, 0)"

/* The bracket's own line, which is known by the commit that it names. */
#define BRACKET_LINE                                                                               \
	"ifnull((SELECT min(c.line) FROM commit_mention c WHERE c.message = f.message AND "        \
	"c.role = 'status' AND c.line > r.line AND "                                               \
	"substr(c.commit_id, 1, length(b.commit_id)) = b.commit_id), r.line)"

const struct pl_outcome_rule pl_outcome_rules[] = {
    {"closes", 4,
     "INSERT OR IGNORE INTO evidence(report, rule, strength, message, line, text, state) "
     "SELECT s.report, ?1, ?2, l.message, l.line, " TRAILER_TEXT(
	 "l") ", 'fixed' FROM temp.subject s CROSS JOIN temp.name n CROSS JOIN mail_link l "
	      "ON l.target = n.message_id AND l.name = 'Closes' WHERE " OFFERS(
		  "l.message") " AND " NO_REPORT("l.message")},
    {"link", 4,
     "INSERT OR IGNORE INTO evidence(report, rule, strength, message, line, text, state) "
     "SELECT s.report, ?1, ?2, l.message, l.line, " TRAILER_TEXT(
	 "l") ", 'fixed' FROM temp.subject s CROSS JOIN temp.name n CROSS JOIN mail_link l "
	      "ON l.target = n.message_id AND l.name = 'Link' "
	      "WHERE EXISTS (SELECT 1 FROM trailer q WHERE q.message = l.message AND "
	      "(" BY_REPORTER " OR (q.name = 'Fixes' AND q.depth = 0))) AND " OFFERS(
		  "l.message") " AND " NO_REPORT("l.message")},
    {"reported-by", 4,
     "INSERT OR IGNORE INTO evidence(report, rule, strength, message, line, text, state) "
     "SELECT s.report, ?1, ?2, l.message, l.line, " TRAILER_TEXT(
	 "l") ", 'fixed' FROM temp.subject s CROSS JOIN mail_link l ON l.target = "
	      "lower(s.address) AND l.name = 'Reported-by' JOIN message m ON m.id = l.message "
	      "WHERE ifnull(lower(m.from_address), '') <> l.target AND " OFFERS(
		  "l.message") " AND " NO_REPORT("l.message")},
    /* The report stands in a patch, which credits somebody else with it. */
    {"reported-by", 3,
     "INSERT OR IGNORE INTO evidence(report, rule, strength, message, line, text, state) "
     "SELECT s.report, ?1, ?2, q.message, q.line, q.name || ': ' || q.value, 'fixed' "
     "FROM temp.subject s CROSS JOIN temp.family f ON f.depth = 0 CROSS JOIN message m "
     "ON m.id = f.message CROSS JOIN trailer q ON q.message = f.message "
     "WHERE s.culprit IS NOT NULL AND s.verdict IN ('regression', 'failure') "
     "AND q.name IN ('Reported-by', 'Reported-and-tested-by') AND q.depth = 0 "
     "AND NOT instr(lower(q.value), ifnull(lower(m.from_address), '')) AND " IS_PATCH("f.message")},
    {"fixes", 3,
     "INSERT OR IGNORE INTO evidence(report, rule, strength, message, line, text, state) "
     "SELECT s.report, ?1, ?2, c.message, c.line, t.name || ': ' || t.value, 'fixed' "
     "FROM temp.subject s CROSS JOIN commit_mention c ON " SAME_COMMIT(
	 "c.commit_id") " AND c.role = 'fixes' CROSS JOIN trailer t ON t.message = c.message "
			"AND t.line = c.line AND t.name = 'Fixes' AND t.depth = 0 "
			"WHERE (" IS_BELOW("c.message") " OR (NOT " OF_ANOTHER(
			    "c.message") " AND EXISTS (SELECT 1 FROM trailer q WHERE q.message = "
					 "c.message AND " BY_REPORTER
					 "))) AND " OFFERS("c.message") " AND " NOT_OLDER(
					     "c.message") " AND " NO_REPORT("c.message")},
    {"reverts", 3,
     "INSERT OR IGNORE INTO evidence(report, rule, strength, message, line, text, state) "
     "SELECT s.report, ?1, ?2, c.message, c.line, 'reverts commit ' || t.value, 'fixed' "
     "FROM temp.subject s CROSS JOIN commit_mention c ON " SAME_COMMIT(
	 "c.commit_id") " AND c.role = 'reverts' CROSS JOIN trailer t ON t.message = c.message "
			"AND t.line = c.line AND t.name = 'Reverts' AND t.depth = 0 "
			"AND substr(lower(t.value), 1, 7) = substr(c.commit_id, 1, 7) "
			"WHERE " OFFERS("c.message") " AND " NOT_OLDER(
			    "c.message") " AND " NO_REPORT("c.message")},
    {"bracket-fixed", 3,
     "INSERT OR IGNORE INTO evidence(report, rule, strength, message, line, text, state) "
     "SELECT s.report, ?1, ?2, f.message, " BRACKET_LINE
     ", trim(b.state || ' ' || ifnull(b.place, '') "
     "|| "
     "' ' || ifnull(b.commit_id, '')), 'fixed' FROM temp.subject s CROSS JOIN temp.family f "
     "CROSS JOIN report r ON r.id = f.report CROSS JOIN report_status b ON b.report = r.id "
     "WHERE (b.state LIKE 'fix%' OR b.state LIKE 'resolved%') AND " OWN_OR_ONLY},
    {"bracket-failed", 1,
     "INSERT OR IGNORE INTO evidence(report, rule, strength, message, line, text, state) "
     "SELECT s.report, ?1, ?2, f.message, " BRACKET_LINE
     ", trim(b.state || ' ' || ifnull(b.place, '') "
     "|| "
     "' ' || ifnull(b.commit_id, '')), 'open' FROM temp.subject s CROSS JOIN temp.family f "
     "CROSS JOIN report r ON r.id = f.report CROSS JOIN report_status b ON b.report = r.id "
     "WHERE (b.state LIKE 'test-failed%' OR b.state LIKE 'still-%') AND " OWN_OR_ONLY},
    {"tested", 2,
     JUDGE
     "SELECT s.report, t.message, a.line, s.metric, a.change AS was, b.change AS left, "
     "b.change - a.change AS gained, b.compared, " TITLE
     ", max(" SPREAD("a.base") ", " SPREAD("a.head") ", " SPREAD(
	 "b.head") ") AS spread "
		   "FROM temp.subject s CROSS JOIN temp.own_test t CROSS JOIN table_column c ON "
		   "c.metric_table = t.id AND c.position > 0 AND " SAME_COMMIT(
		       "c.commit_id") " CROSS JOIN metric n ON n.name = s.metric "
				      "CROSS JOIN metric_row a ON a.metric_table = t.id AND "
				      "a.compared = c.position AND "
				      "a.metric = n.id AND a.change_unit = '%' AND a.change <> 0 "
				      "CROSS JOIN metric_row b ON b.metric_table = t.id AND "
				      "b.position = a.position "
				      "AND b.compared > a.compared AND b.change_unit = '%' "
				      "CROSS JOIN table_column h ON h.metric_table = t.id AND "
				      "h.position = b.compared "
				      /* where the culprit does hardly what was reported, nothing
					 can be gone */
				      "WHERE s.change IS NULL OR (a.change * s.change > 0 AND "
				      "abs(a.change) >= abs(s.change) / 2)" JUDGED},
    {"tested-on-top", 2,
     JUDGE
     "SELECT s.report, t.message, b.line, s.metric, s.change AS was, "
     "(100 + s.change) * (100 + b.change) / 100 - 100 AS left, b.change AS gained, "
     "b.compared, " TITLE ", max(" SPREAD("b.base") ", " SPREAD(
	 "b.head") ") AS spread "
		   "FROM temp.subject s CROSS JOIN temp.own_test t CROSS JOIN table_column c ON "
		   "c.metric_table = t.id AND c.position = 0 AND " SAME_COMMIT(
		       "c.commit_id") " CROSS JOIN metric n ON n.name = s.metric "
				      "CROSS JOIN metric_row b ON b.metric_table = t.id AND "
				      "b.compared > 0 AND b.metric = n.id AND "
				      "b.change_unit = '%' "
				      "CROSS JOIN table_column h ON h.metric_table = t.id AND "
				      "h.position = b.compared "
				      "WHERE s.change <> 0" JUDGED},
};

const size_t pl_outcome_rules_n = G_N_ELEMENTS(pl_outcome_rules);

const char pl_outcome_remarks[] =
    "INSERT OR IGNORE INTO evidence(report, rule, strength, message, line, text, state) "
    "SELECT s.report, k.rule, u.strength, k.message, k.line, k.text, u.state FROM temp.subject s, "
    "temp.below w CROSS JOIN remark k ON k.message = w.message CROSS JOIN temp.remark_rule u "
    "ON u.rule = k.rule CROSS JOIN message m ON m.id = k.message WHERE (NOT u.by_reporter "
    "OR lower(substr(m.from_address, instr(m.from_address, '@'))) = "
    "lower(substr(s.address, instr(s.address, '@')))) "
    /* Who disputes what is blamed speaks of another report where nothing is. */
    "AND (u.state <> 'disputed' OR s.culprit IS NOT NULL) "
    "AND (k.rule <> '" PL_REMARK_CULPRIT "' OR NOT instr(lower(k.text), substr(s.culprit, 1, 7)))";

/* A thread that this one is a duplicate of counts in its place. */
const char pl_outcome_duplicates[] =
    "INSERT OR IGNORE INTO evidence(report, rule, strength, message, line, text, state) "
    "SELECT s.report, 'regzbot-dup', 4, l.message, l.line, 'duplicate of ' || l.target, "
    "ifnull((SELECT e.state FROM message t JOIN message x ON x.thread = t.thread "
    "JOIN report r ON r.message = x.id CROSS JOIN evidence e ON e.report = r.id "
    "AND e.rule <> 'regzbot-dup' JOIN message d ON d.id = e.message "
    "WHERE t.message_id = l.target ORDER BY e.strength DESC, d.date DESC, d.message_id, e.line "
    "LIMIT 1), 'open') FROM temp.subject s CROSS JOIN temp.below w CROSS JOIN mail_link l "
    "ON l.message = w.message AND l.name = 'regzbot-dup'";
