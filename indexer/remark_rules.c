/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sentences that say something about a report: what they hold, and what they must not. */
#include "remarks.h"

/* A few words in between, none of which ends the thought. */
#define UP_TO_1 "(?:[\\w'-]+,? ){0,1}"
#define UP_TO_2 "(?:[\\w'-]+,? ){0,2}"
#define UP_TO_3 "(?:[\\w'-]+,? ){0,3}"
#define UP_TO_4 "(?:[\\w'-]+,? ){0,4}"
#define UP_TO_5 "(?:[\\w'-]+,? ){0,5}"
#define CANNOT                                                                                     \
	"(?:can't|cannot|can not|couldn't|could not|unable to|not able to|failed to|fail to|"      \
	"didn't|did not|doesn't|does not|don't|do not|never|not|no longer)"
#define NEGATED "(?:\\bnot\\b|n't\\b|\\bnever\\b|\\bcannot\\b|\\bhardly\\b|\\bwithout\\b)"
#define UNCERTAIN                                                                                  \
	"\\bif\\b|\\bwhether\\b|\\bunless\\b(?! "                                                  \
	"(?:there|some|any))|\\buntil\\b|\\bhope\\b|\\bwould be\\b|"                               \
	"\\bmight\\b|\\bonce\\b|\\bmay (?:not )?be (?!safely|ignored|disregarded)"
#define FUTURE                                                                                     \
	"(?:\\bwill|'ll|\\bgoing to|\\bplan to|\\bgonna) " UP_TO_2                                 \
	"(?:fix|fixed|address|addressed|resolve|resolved|solve|solved|gone)\\b"
#define ANOTHER                                                                                    \
	"\\b(?:another|(?:a|the) (?:different|other|previous|earlier)) "                           \
	"(?:report|bug|issue|problem|regression|warning)"
#define TROUBLE                                                                                    \
	"(?:regressions?|slow-?downs?|slowness|degradations?|issue|problem|warning|error|bug|"     \
	"drop|failure|report|crash|"                                                               \
	"hang|stall|leak|it|this|that|they)"
/* What others say, and what is not believed. */
#define OTHERS                                                                                     \
	"(?<!\\bI )(?<!\\bwe )\\b(?:said|says|told|thinks|claim(?:s|ed)|argue[sd])\\b|"            \
	"\\baccording to\\b|\\bdoubt\\w*|\\bdisagree\\w*|\\bthought\\b|\\b(?:I|we) (?:\\w+ "       \
	")?believed\\b"
#define DISBELIEF                                                                                  \
	OTHERS "|\\b(?:do|does|did)(?: not|n't) " UP_TO_1 "(?:think|believe|agree|buy|look|seem)"  \
	       "\\b"
#define GUESS "\\bmaybe\\b|\\bperhaps\\b|\\bpossibl[ey]\\b|\\bcould " UP_TO_1 "be\\b"
/* True of a part, of another time, or of other conditions only. */
#define PARTLY                                                                                     \
	"\\bpart(?:ial|ially|ly|s)?\\b|\\bhalf\\b|\\bmost(?:ly)?\\b|\\bsome(?: of|what)\\b|"       \
	"\\balmost\\b|\\bnearly\\b|\\ba (?:bit|little)\\b|\\bto some (?:extent|degree)\\b|"        \
	"\\b(?:as bad|worse)\\b|\\bonly (?:with|on|for|when|at|in|after)\\b"
#define LONG_AGO                                                                                   \
	THEN "|\\b(?:is|are|came|comes|it's) back\\b(?! to)|"                                      \
	     "\\bre-?(?:appear|introduc)\\w*|\\bregress\\w* again\\b"
#define THEN "\\b(?:years?|months?|releases?) (?:ago|back)\\b|\\bin the past\\b"
#define AS_BAD                                                                                     \
	"\\b(?:(?:as|just as|equally) (?:bad|slow)|no better|still (?:\\w+ "                       \
	")?(?:regress\\w*|slow\\w*|"                                                               \
	"bad|worse|there|drops?|fails?|crash\\w*|hangs?|happens?|triggers?|reproduc\\w*))\\b"
/* What reports are about. */
#define FIXABLE                                                                                    \
	"(?:regress?ions?|slow-?downs?|degradations?|drops?|loss(?:es)?|performance|perf|"         \
	"throughput|latency|latencies|scores?|numbers|results?|bandwidth|frequency|scalability|"   \
	"contention|bottlenecks?|overhead|issues?|problems?|bugs?|warnings?|errors?|exceptions?|"  \
	"failures?|crash(?:es)?|hangs?|stalls?|leaks?|lock-?ups?|splats?|oops(?:es)?|panics?|"     \
	"deadlocks?|dereferences?|reproducers?|tests?|testcases?|test cases?|benchmarks?|cases?|"  \
	"reports?|traces?|use-after-free|UAF|(?:data )?races?)"
/* What is fixed is none of what reports are about. */
#define ELSE                                                                                       \
	"(?:builds?|building|compil\\w*|link(?:er|ing)|typos?|comments?|changelog|docs?|"          \
	"documentation|kernel-?doc|sparse|smatch|checkpatch|lockdep|selftests?|whitespace|"        \
	"indentation|(?:coding )?style|commit message)"
#define FIX_OF_ELSE                                                                                \
	"\\b(?:fix(?:e[sd])?|resolve[sd]?|solve[sd]?|cure[sd]?|address(?:e[sd])?) (?:up "          \
	")?" UP_TO_4 ELSE "\\b|\\bfix(?:up)? (?:for|of|to) " UP_TO_3 ELSE "\\b|\\b" ELSE           \
	" " UP_TO_2 "(?:is|are|was|were|has|have|should|got|gets) " UP_TO_3                        \
	"(?:fixed|resolved|solved|addressed|gone)\\b"
/* Taken out of old kernels only, or a version of it that is not the one in question. */
#define ELSEWHERE                                                                                  \
	"(?<!mm-)\\bstable\\b|\\bLTS\\b|\\blongterm\\b|\\bback-?port\\w*|\\b\\d+\\.\\d+(?:\\.y|-"  \
	"rt)\\b|"                                                                                  \
	"\\bonly\\b|\\b(?:version|revision|iteration|hunk|part|chunk|v\\d+)s? of\\b|"              \
	"\\b(?:other|unrelated|different) reasons?\\b|\\banother reason\\b"
/* It came back. */
#define PUT_BACK                                                                                   \
	"\\bre-?(?:appl(?:y|ie[sd]|ying)|land(?:s|ed|ing)?|add(?:s|ed|ing)?|instat\\w*|merged?|"   \
	"queued?)\\b|\\b(?:put|came|comes|brought|added|merged|applied) (?:it |them |this |that "  \
	")?"                                                                                       \
	"(?:back|again)\\b|\\bun-?(?:revert|dropp)\\w*|\\bresurrect\\w*|"                          \
	"\\brevert(?:ed|ing)? the revert\\b"
#define TO_DROP "to (?:drop|revert|back out|yank|zap)\\b"
/* Somebody is going to; what is only announced does not count. */
#define TO_COME                                                                                    \
	"(?:\\bwill|'ll|\\bgoing to|\\bplan(?:ning)? to|\\bgonna|\\babout to|\\blet me) " UP_TO_5  \
	"(?:send|post|re-?(?:send|post|spin|work|submit|write|do)|submit|prepare|come|try|fix)"    \
	"\\b|"                                                                                     \
	"(?:\\bwill|'ll|\\bgoing to)\\b[^;]*"                                                      \
	"\\b(?:next (?:version|iteration|revision|spin|round|posting)|(?:in|as|for|with) v\\d)"
/* It was taken out, to see what it does. */
#define TAKEN_OUT                                                                                  \
	"(?:(?<!the )(?<!this )(?<!your )\\brevert(?:ing|ed|s)?\\b|\\bback(?:ed|ing) (?:it |this " \
	"|that "                                                                                   \
	")?out\\b|\\b(?:before|without) "                                                          \
	"(?:the|this|that|your|my) (?:offending |bad |culprit )?(?:commit|change)\\b)"
#define HELPS                                                                                      \
	"\\b(?:gone|go(?:es)? away|went away|fix(?:e[sd])?|resolve[sd]?|recover\\w*|restore[sd]?|" \
	"disappear\\w*|vanish\\w*|solve[sd]?|cure[sd]?|helps|helped|brings?|brought|"              \
	"back to (?:normal|the|where))\\b"

/* Cues of what is denied, CANNOT included */
#define DENIED "not |n't |unab|fail|neve|no l"

/* More telling rules stand before those that are met by chance. */
const struct pl_remark_rule pl_remark_rules[] = {
    {"robot-passed", "fixed", PL_REMARK_ROBOT, "ropo|uspe",
     "\\btested the proposed patch and the reproducer (?:did not|didn't) trigger|"
     "\\bsuspects this (?:issue|bug) (?:was|is) fixed by\\b",
     NULL},
    {"robot-failed", "open", PL_REMARK_ROBOT, "ropo|epro",
     "\\btested the proposed patch but the reproducer (?:is )?still trigger|"
     "\\bhas found a (?:\\w+ )?reproducer for the following (?:issue|crash|bug)\\b",
     NULL},
    {"words-not-fixed", "open", PL_REMARK_PERSON,
     "not |n't & fix|help|solv|ecov|esto|cure;stil|rema|sist&regr|slow|prob|issu|warn|fail|cras;"
     "stil&epro|egre|xist|sist| see| get|bser|rigg",
     "\\b(?:doesn't|does not|didn't|did not) " UP_TO_2
     "(?:fix|help|solve|resolve|recover|restore|cure)\\b|"
     "\\b(?:regression|slowdown|problem|issue|warning|failure|crash)s? "
     "(?:is |are )?(?:still|remains?|persists?)\\b|"
     "\\bstill " UP_TO_2 "(?:reproduc\\w+|regress\\w*|exists?|persists?|(?:see|seeing|get|"
     "getting|observe|trigger)\\w* (?:the|this|that|a|it)\\b)",
     UNCERTAIN "|\\bstill " CANNOT "\\b|\\btry(?:ing)?\\b|\\battempt\\w*|" OTHERS},
    /* Who takes out what is blamed, and sees it go, says that it was blamed with reason. */
    {"words-revert-helps", "open", PL_REMARK_PERSON, "reve;back& out;befo|hout&mmit|chan",
     TAKEN_OUT
     "[^.;]{0,100}" HELPS "|" HELPS
     "[^.;]{0,60}\\b(?:(?:after|by|when|with|if|once|upon) (?:I |we )?|(?=without))" TAKEN_OUT,
     "\\bnot\\b|n't\\b|\\bnever\\b|" FUTURE
     "|\\b(?:can|could|should|already|pushed|merged|queued|applied|mainline|upstream)\\b|" OTHERS},
    {"words-partly-fixed", "open", PL_REMARK_PERSON,
     "ecov|fixe|esto|redu|solv|gone|ddre&part|most|half|some|a bi|a li",
     "\\b(?:partial|partially|partly|mostly|half|somewhat|a (?:bit|little)) " UP_TO_2
     "(?:gone|fixed|resolved|solved|recover\\w*|restored|reduced|addressed)\\b|"
     "\\b(?:recovers?|recovered|fixes|fixed|restores?|restored|resolves|resolved) " UP_TO_1
     "(?:partially|partly|half of|most of|some of|part of)\\b",
     NEGATED "|" UNCERTAIN "|" FUTURE "|" OTHERS},
    /* Before words-fixed, where a negation does not count. */
    {"words-fix-sent", "fixed", PL_REMARK_PERSON, "sent|post|subm",
     "\\b(?:I|we)(?: have|'ve| had| just| already){0,2} (?:sent|posted|submitted)(?: out| up)? "
     "(?:a|an|another|the|my|this) " UP_TO_2 "(?:patch|version|series|v\\d+)\\b[^.;]{0,40}"
     "\\b(?:(?:should|does|will|would)(?: not|n't)|no longer|won't) " UP_TO_1
     "(?:cause|have|trigger|hit|show|suffer|introduce|regress)\\b|"
     "\\b(?:I|we)(?: have|'ve| had| just| already){0,2} (?:sent|posted|submitted)(?: out| up)? "
     "(?:a|an|another|the|my|this) " UP_TO_2 "(?:patch|version|series|v\\d+) "
     "(?:to|that|which) " UP_TO_1
     "(?:fix|fixes|address|addresses|resolve|resolves|solve|solves) (?:the|this|that|it)\\b",
     UNCERTAIN "|" OTHERS "|" ANOTHER},
    {"words-fixed", "fixed", PL_REMARK_PERSON,
     "gone|fixe|solv|ecov|sapp|cure|no l|anis|s aw|t aw;ddre&ssed;esto&tore;"
     " fix&sent|post|ueue|push|ppli|mmit|merg|fold|quas|nfir|veri|este;"
     "e fi|a fi|y fi|r fi&merg|ppli|ueue|pstr| in ;x wo|h wo|f wo|y wo|d wo|o wo|w wo&work;"
     "back|pass&perf|thro|scor|numb|resu|with|afte",
     "\\b" TROUBLE " (?:is|was|are|were|has been|have been|has) " UP_TO_2
     "(?:gone|fixed|resolved|solved|recovered|addressed|disappeared)\\b|"
     "\\b(?:performance|throughput|scores?|numbers|results?) (?:is|are|was|were|has been|have "
     "been) " UP_TO_1
     "(?:restored|recovered|back (?:to normal|to where|to the (?:old|previous)))\\b|"
     "\\bshould be (?:fixed|addressed|resolved|gone) (?:by|in|with|now)\\b|"
     "\\b(?:it's|that's) " UP_TO_1 "(?:gone|fixed|resolved|solved)\\b|"
     "\\balready fixed\\b|"
     "\\b" TROUBLE " " UP_TO_1 "(?:disappears?|disappeared|vanishe[sd]|goes away|went away)\\b|"
     "\\b(?:patch|fix|series|change|version|it|this|that) " UP_TO_1
     "(?:brings?|brought|gets?|got) (?:the |my |our )?"
     "(?:performance|throughput|score|numbers|results?) (?:\\w+ )?back\\b|"
     "\\b(?:tests?|testcase|benchmark|reproducer|it) (?:now )?pass(?:es|ed)? (?:now )?"
     "(?:with|after) (?:my|your|the|this|that) " UP_TO_2 "(?:patch|fix|version|series)\\b|"
     "\\b(?:patch|commit) (?:is|was|has been) (?:already |now |since )?fixed\\b|"
     "\\b(?:sent|posted|queued|pushed|applied|committed|merged|folded|squashed)(?: out| up| in)? "
     "(?:and (?:queued|applied|committed|pushed)(?: up)? )?(?:a|the|this|your|my) " UP_TO_2
     "fix(?:up)?\\b|"
     "\\b(?:confirm|verif|tested\\b)[^.;]{0,60} (?:(?:can|could|does|did|do|indeed|really) fix|"
     "fixe[sd]) (?:the|this|that|our|my|it)\\b|"
     "\\b(?:fixed|addressed|resolved|cured) (?:by|in|with|via|up) (?:the "
     "|this |that |your |my |"
     "commit|patch|v\\d|[0-9a-f]{7,40}|https?:|<?http|next|linux-next)|"
     "\\b(?:patch|commit|change|fix|revert|series|it|this|that) " UP_TO_1
     "(?:fixes|fixed|resolves|resolved|solves|solved|recovers|"
     "recovered|restores|restored|"
     "cures|cured) (?:(?:this|that|it)\\b|(?:the|my|all|our) (?:[\\w'.%-]+,? ){0,4}" FIXABLE "\\b)|"
     "\\b(?:the|a|my|your) fix (?:for (?:this|that|it) )?(?:is|was|has been|got) (?:now |already )?"
     "(?:(?:merged|applied|queued|upstream)\\b|in (?:linux-next|next|mainline|upstream|linus|"
     "tip\\b|-?mm\\b|mm-\\w+|v?\\d+\\.))|"
     "\\b(?:my|your|the|this|that) (?:[\\w'-]+ ){0,2}(?:fix|patch|diff) (?:really |indeed |also "
     "|now )?"
     "works?(?:ed)?(?:$|[.,;!]| (?:and|so|for (?:me|us)|fine|well|great|here|too)\\b)|"
     "\\bno longer "
     "(?:reproduc\\w*|see|seeing|seen|happens?|triggers?|there|"
     "present)\\b",
     NEGATED "|" UNCERTAIN "|\\bto be fixed\\b|\\bwhen\\b|\\bstill\\b|" FUTURE "|" ANOTHER
	     "|" OTHERS "|" PARTLY "|" LONG_AGO "|\\bI(?:'d| would)? expect\\b|" FIX_OF_ELSE},
    {"words-dropped", "fixed", PL_REMARK_PERSON, "drop|reve|yank|zapp|zap ;back& out",
     "\\b(?:have|'ve|has|I|we|will|'ll|was|were|is|been|to|now|be|and) " UP_TO_1
     "(?:drop(?:ped|ping)?|revert(?:ed|ing)?|back(?:ed|ing)? "
     "out|yank(?:ed)?|zap(?:ped)?) "
     "(?:it|them|this|that|these|those|(?:the|my|your|both|this|that|these)"
     " (?:\\w+ ){0,2}(?:patch(?:es)?|commits?|series|change))(?! "
     "(?:lock|reference|ref|page))\\b|"
     "\\b(?:patch|commit|series|it|this|that) (?:is|was|has been|have been|will be) "
     "(?:now )?"
     "(?:dropped|reverted|backed out)\\b|"
     "\\b(?:merged|applied|queued|pulled|pushed|took|picked)(?: up)? (?:the|a|your|my|this|that) "
     "revert\\b(?! of (?!it|this|that))",
     NEGATED
     "|" UNCERTAIN
     "|\\bwhen\\b|\\bcan\\b|\\bcould\\b|\\bshould\\b|\\btry\\b|(?<!stop )\\btest\\w*\\b|"
     "\\b(?:prefer|tempted|ask(?:ed)?|want(?:ed)?|like|propos\\w+|suggest\\w*|allow\\w*|easiest|"
     "best|solution|way|option|need|better|rather|patch) " UP_TO_5 TO_DROP
     "|\\b(?:is|was) " UP_TO_1 TO_DROP "|"
     "\\blocal\\w*|\\bbisect\\w*|" OTHERS "|" LONG_AGO "|" PUT_BACK "|" ELSEWHERE "|" TO_COME},
    {"words-unreproducible", "dismissed", PL_REMARK_PERSON,
     "epro|egre|lowd|egra|iffe&" DENIED "|unre|non-|nonr",
     "\\b" CANNOT " " UP_TO_3 "reproduc(?:e|ed|ing|ible)\\b|"
     "\\b" CANNOT
     " (?:see|seen|observe|find|trigger|hit) (?:the|this|that|any|your|such a) " UP_TO_1
     "(?:regression|slowdown|degradation)s?\\b|"
     "\\b(?:un|not |non-?)reproducible\\b|"
     "\\b" CANNOT " (?:see|observe|find|measure) (?:any|a) " UP_TO_1
     "difference between (?:the two|both|the|these) kernels(?:$|[.,;!])",
     UNCERTAIN
     "|\\b(?:any ?more|any longer|no longer)\\b|\\b(?:with|after|once|applying|applied) " UP_TO_4
     "(?:patch|fix|revert|change|commit|series)|"
     "\\b(?:initially|at first|first|earlier|yet|so far|always|every time)\\b|"
     "\\bonly (?:with|on|for|when|at|in|after)\\b|" OTHERS},
    {"words-withdrawn", "dismissed", PL_REMARK_REPORTER, "sorr|polo|gnor|sreg",
     "\\b(?:sorry|apologi[sz]e\\w*) " UP_TO_3 "(?:noise|false|wrong|confusion)\\b|"
     "\\b(?:please|pls) (?:just |kindly )?(?:ignore|disregard)\\b",
     NULL},
    {"words-false-positive", "dismissed", PL_REMARK_PERSON, "alse|bogu|nval|gnor|sreg",
     "\\bfalse[ -](?:positive|alarm|report)s?\\b|"
     "\\b(?:bogus|invalid) (?:report|regression|result|warning)s?\\b|"
     "\\b(?:can|should|may|to|please|just) (?:be )?(?:safely "
     ")?(?:ignored?|disregard(?:ed)?) "
     "(?:this|the|that|it|here|as)\\b|"
     "\\b(?:can|should|could|may) (?:safely )?be (?:safely )?ignored\\b",
     NEGATED "|" UNCERTAIN "|\\brisk\\b|" GUESS "|" OTHERS},
    {"words-bisection", "disputed", PL_REMARK_PERSON,
     "isec;wron|righ&mmit|patc|ulpr;ulpr|root|bad &not |n't ",
     "\\bbisect\\w* " UP_TO_4 "(?:wrong|bogus|incorrect|unreliable|suspicious|suspect|nonsense|"
     "strange|odd|astray|mistaken|off)\\b|"
     "\\b(?:wrong|bogus|bad|incorrect|false|mis-?)[ -]?bisect\\w*|"
     "\\b(?:the wrong|not the right|wrong) (?:commit|patch|culprit)\\b|"
     "\\b(?:isn't|is not|not|can't be|cannot be) (?:the |really the )?(?:real |true "
     "|actual )?"
     "(?:culprit|root cause|bad commit)\\b",
     UNCERTAIN "|\\bsend\\b|\\bsent\\b|\\bapplied\\b|" DISBELIEF},
    /* Unless the report blames the same: outcome_rules.c. */
    {PL_REMARK_CULPRIT, "disputed", PL_REMARK_PERSON, "ulpr|bad ",
     "\\b(?:real|actual|true) (?:culprit|bad commit) (?:is|was|seems to be|turn(?:s|ed) out to be) "
     "(?:(?:the |this |commit |patch ){0,2}[0-9a-f]{7,40}\\b|another )",
     NEGATED "|" UNCERTAIN "|" GUESS "|" OTHERS},
    {"words-unrelated", "disputed", PL_REMARK_PERSON,
     "rela|o do| cau|spon|blam|ffec|mpac&" DENIED "|hard|unli|noth|unre",
     "\\b(?:not|n't|isn't|hardly|unlikely) " UP_TO_3 "related (?:to|with) "
     "(?:this|that|my|the|your|these|any of)\\b|"
     "\\bnothing to do with\\b|"
     "\\b(?:is|are|was|be|looks?|seems?|totally|completely|likely|probably|entirely)"
     " "
     "unrelated\\b|"
     "\\bunrelated to (?:this|my|the|your|that)\\b|"
     "\\b" CANNOT " " UP_TO_4 "(?:be |have been |been |possibly |have )?(?:caused? (?:by )?|"
     "responsible for |be blamed for |to blame for |affected by |affect "
     "|impact )"
     "(?:this|that|the|any|such|my|these) " UP_TO_2
     "(?:regressions?|patch(?:es)?|commits?|change|performance|issue|"
     "problem|failure|warning|"
     "result|benchmark|test|series)\\b|"
     "\\b(?:not|isn't|wasn't) caused by (?:this|that|my|the|your)\\b",
     UNCERTAIN "|\\bmake sure\\b|(?:\\bnot|n't) (?:think|believe) " UP_TO_3 "unrelated\\b|" OTHERS},
    {"words-doubt", "disputed", PL_REMARK_PERSON, " why| how|what|doub|surp|rang|odd |weir|xpec",
     "\\b(?:don't|do not|can't|cannot|can not|fail to|didn't|couldn't|hard to|difficult "
     "to|hardly) " UP_TO_2 "(?:see|understand|think of|imagine|explain|figure "
     "out|believe|know) " UP_TO_2 "(?:why|how|what) " UP_TO_3 "(?:patch|commit|change|"
     "series|this|that|it)"
     " " UP_TO_2 "(?:could|"
     "would|can|"
     "might|causes?"
     "|makes?|"
     "affects?|"
     "regress\\w*|"
     "impacts?|"
     "matters?)"
     "\\b|"
     "\\b(?:doubt|"
     "doubtful|"
     "surprised|"
     "surprising|"
     "surprise|"
     "strange|odd|"
     "weird|"
     "unexpected)"
     " " UP_TO_3 "(?:that |why |how |if )?" UP_TO_1 "(?:"
     "this|"
     "that|"
     "my|"
     "the|"
     "your) "
     "(?:"
     "patch|"
     "commit"
     "|chang"
     "e|"
     "series"
     "|regre"
     "ssion|"
     "bisect"
     "ion) "
     "(?:"
     "could|"
     "would|"
     "can|"
     "has|"
     "have|"
     "is|"
     "was|"
     "caus\\"
     "w+)"
     "\\b",
     NULL},
    {"words-layout", "dismissed", PL_REMARK_PERSON, "layo|ignm|acem",
     "\\b(?:due to|caused by|because of|result of|arti?fact of|comes? from|explained "
     "by|effects? "
     "of|is|was|be|just|only) " UP_TO_5 "(?:(?:code|data|text|function|instruction|kernel|"
     "section|cache|cache ?line|symbol|memory)"
     "[ -](?:layout|alignment|placement)|alignment "
     "(?:issue|change|effect|difference)s?)\\b",
     NEGATED "|" UNCERTAIN "|" GUESS "|" OTHERS},
    {"words-noise", "dismissed", PL_REMARK_PERSON, "nois|jitt|vari",
     "\\b(?:is|was|be|are|were|it's|that's|just|only|pure|likely|probably|within|in|"
     "under|"
     "below|inside|looks? like|due to|from|called|seems?|like|some|of) " UP_TO_4
     "(?:noise|noisy|jitter|run[ -]to[ -]run (?:variation|variance))\\b",
     NEGATED "|" UNCERTAIN
	     "|\\b(?:unlikely|beyond|above|outside|out of|exceed\\w*|more than|larger than|gone|"
	     "disappear\\w*|back to|sorry|apolog\\w*|ratio|dmesg|console|log|reduce\\w*|less)\\b|"
	     "\\bnoise[ -](?:in|on) the (?:log|console|list)|" GUESS "|" OTHERS},
    {"words-expected", "dismissed", PL_REMARK_PERSON,
     "xpec&cted;s in|y de&inte|desi;inte&ntio;surp;"
     "nown|ccep|ason|tend|libe|evit|void|nher&trad|egre|lowd|nseq|effe|cost|rhea",
     "\\b(?:is|are|was|were|it's|that's|totally|fully|completely|entirely|quite|be|"
     "somewhat|"
     "kind of|sort of|not un) ?" UP_TO_2 "expected\\b(?! to\\b)|"
     "\\b(?:as intended|by design|intentional|not unexpected|not surprising|not a "
     "surprise|"
     "no surprise)\\b|"
     "\\b(?:known|acceptable|reasonable|intended|deliberate|inevitable|unavoidable|"
     "inherent) " UP_TO_2 "(?:trade-?offs?|regression|slowdown|consequence|side[ "
     "-]effects?|cost|overhead)"
     "\\b|\\b(?:we|I)(?: have to|'ll| will| can)? (?:just )?accept (?:the|this|that) " UP_TO_1
     "(?:regression|slowdown|cost|overhead)\\b",
     "\\b(?:not|n't|isn't|than|as|better than|un|what is|what's|whats) " UP_TO_1 "expected\\b|"
     "\\bnot (?:as intended|by design|intentional)\\b|" UNCERTAIN
     "|\\bexpected (?:value|result|output|outcome) |\\bassum\\w+|" GUESS "|" DISBELIEF "|" FUTURE
     /* the fix is, or what should be is not */
     "|\\bexpected (?:soon|shortly|later|tomorrow|next|today|(?:in|by|for|with) (?:v\\d|"
     "\\d+\\.\\d|the next|next))|\\bexpected (?:that )?" UP_TO_3
     "(?:fix(?:es)?|patch(?:es)?|revert|series)\\b|"
     "\\b(?:a|the|my|your|another) (?:fix|revert) " UP_TO_3 "expected\\b|"
     "\\b(?:by design|as intended|intentional)\\b[^.;]*"
     "\\b(?:must|should(?:n't)?|ought|wrong|broken|bug|supposed)\\b"},
    {"words-no-problem", "dismissed", PL_REMARK_PERSON,
     "egre| bug|prob|issu|conc|worr|care|repr&not |n't | no |noth",
     "\\b(?:is|are|was|were|be|it's|that's)(?: not|n't| no) (?:really |actually |necessarily "
     ")?(?:an? )?"
     "(?:real |actual |serious |big |true |kernel )?"
     "(?:regression|bug|problem|issue|concern)\\b|"
     "(?:\\bnot|n't) (?:think|believe) (?:that )?(?:it is|it's|this is|that's|that is) an? "
     "(?:real |actual |serious |big |true |kernel )?(?:regression|bug|problem|issue)\\b|"
     "\\bnothing to worry\\b|"
     "^not a (?:real )?(?:bug|regression|problem)(?:$|[:.,;!])|"
     "\\b(?:I'm|I am|we're|we are) not (?:too |very |overly |really )?(?:worried|concerned)\\b|"
     "\\b(?:don't|do not|wouldn't|would not|not|shouldn't) worry (?:too much |much )?about\\b|"
     "\\b(?:I|we) (?:don't|do not|wouldn't|would not) (?:really )?care (?:too much |much "
     ")?about\\b|"
     "(?:\\bnot|n't) (?:really )?represent\\w* (?:any |a )?real",
     UNCERTAIN
     "|" FUTURE "|\\bworr\\w+ (?:about )?" UP_TO_3 "(?:for|until|till|before|yet|merge "
     "window)\\b|\\b(?:the only|sure|certain|clear|why)\\b|\\b(?:bug|problem|issue|regression|"
     "concern) (?:(?:on|at|in) (?:this|that|the) |here\\b)|"
     "\\b(?:due to|caused by|because of)\\b.*\\b(?:and|but) (?:it's |it is )?not\\b|"
     "\\bnot a (?:bug|problem|issue) (?:in|"
     "with) (?:the )?(?:patch|commit)|" GUESS "|" OTHERS},
    {"words-confirmed", "open", PL_REMARK_PERSON, "epro|egre|nfir",
     "\\b(?:can|could|did|do|able to|managed to|easily|have|has|was|were|I|we) " UP_TO_2
     "reproduced? (?:the|this|that|it|your|a|similar|locally|on|with|here|same)\\b|"
     "\\b(?:real|genuine|true|actual) regression\\b|"
     "\\b(?:confirm|confirmed|confirming) " UP_TO_3 "(?:regression|slowdown|issue|problem|"
     "result)\\b",
     NEGATED
     "|" UNCERTAIN "|\\bunable\\b|\\bfail\\w*\\b|\\bsteps\\b|\\bhow\\b|(?<!able )(?<!managed "
     ")\\bto reproduce\\b|\\btry\\b|"
     "\\btrying\\b|\\bgone\\b|\\bfixe[sd]\\b|\\bcan you\\b|\\bcould you\\b|\\bplease\\b|" OTHERS},
    {"words-turned", "open", PL_REMARK_TURN, "but ",
     "^(?:and )?(?:but|however|unfortunately|sadly|yet|still|nevertheless|nonetheless|"
     "though|although|on the other hand)\\b.*(?:" AS_BAD
     "|\\b(?:is|are|was|were|get|gets|got|becomes?|became|it's|remains?|looks?) (?:\\w+ ){0,2}"
     "(?:slower|worse|bad|lower|back|broken|higher|there)\\b|"
     "\\bnot (?:all |completely |entirely |fully )?(?:gone|fixed|better|resolved|solved)\\b|"
     "\\b(?:regress(?:es|ed)|dropped|degrade[sd]|fails|crashes|hangs|stalls)\\b|"
     "\\b(?:see|sees|seeing|saw|has|get|gets|got|there is|there's|shows?|causes?) "
     "(?:[\\w.%-]+ ){0,3}"
     "(?:regressions?|slowdown|drop|degradation|failures?|crash(?:es)?)\\b|"
     "\\bsame (?:\\w+ )?(?:regression|slowdown|drop|problem|issue|failure|crash)\\b)|"
     "^(?:and )?(?:with|on|for|at|when|using|under|in|after)\\b.*" AS_BAD,
     "(?:n't|\\bnot|\\bno|\\bnever|\\bnone|\\bneither)\\b(?! (?:all |completely |entirely |fully )?"
     "(?:gone|fixed|better|resolved|solved))|" UNCERTAIN "|" THEN "|" OTHERS},
};
const size_t pl_remark_rules_n = G_N_ELEMENTS(pl_remark_rules);

const char pl_remark_turn[] =
    "\\b(?:but|however|except|whereas|while|(?:though|although) \\w+)\\b.*"
    "(?:\\b(?:regress\\w*|slow\\w*|bad|worse|bug|wrong|still|can|see\\w*|reproduc\\w*|fail\\w*|"
    "not|no|with|only|large\\w*|problem|issue|back|again|on)\\b|n't\\b)|"
    "\\bonly (?:with|on|for|when|at|in|after)\\b";
