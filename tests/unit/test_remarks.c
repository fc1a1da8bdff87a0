/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which sentences say something about a report, and what. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "remarks.h"

static void expect_of(const char *sentence, bool robot, const char *rule)
{
	int found = pl_remark_find(pl_text_of(sentence), robot);
	const char *id = found < 0 ? "" : pl_remark_rules[found].id;

	if (strcmp(id, rule))
		fail_msg("\"%s\": %s, %s wanted", sentence, *id ? id : "nothing",
			 *rule ? rule : "nothing");
}

static void expect(const char *sentence, const char *rule)
{
	expect_of(sentence, false, rule);
}

static void test_robot_says_so(void **state)
{
	static const char passed[] = "bot has tested the proposed patch and the reproducer did not "
				     "trigger any issue: Tested-by: x";

	(void)state;
	expect_of(passed, true, "robot-passed");
	expect(passed, "");
	expect_of("bot suspects this issue was fixed by commit: 1234567", true, "robot-passed");
	expect_of("bot has tested the proposed patch but the reproducer is still triggering an "
		  "issue: WARNING in x",
		  true, "robot-failed");
	expect_of("bot has found a reproducer for the following issue on: HEAD", true,
		  "robot-failed");
	expect_of("The regression is gone.", true, "");
}

static void test_says_so(void **state)
{
	(void)state;
	expect("so that is noise.", "words-noise");
	expect("The change is within the run-to-run variation.", "words-noise");
	expect("That is expected: it does more work now.", "words-expected");
	expect("No surprise: one lock, 72 threads.", "words-expected");
	expect("I can not reproduce this.", "words-unreproducible");
	expect("We couldn't reproduce it on three machines.", "words-unreproducible");
	expect("Looks like a false positive to me.", "words-false-positive");
	expect("Please ignore the report.", "words-withdrawn");
	expect("Sorry for the noise.", "words-withdrawn");
	expect("I would say this is code alignment.", "words-layout");
	expect("This is not a real regression.", "words-no-problem");
	expect("I think the bisection went wrong here.", "words-bisection");
	expect("This has nothing to do with my patch.", "words-unrelated");
	expect("No, this isn't related with the above commit.", "words-unrelated");
	expect("It may be safely ignored.", "words-false-positive");
	expect("I don't see how this patch could change it.", "words-doubt");
	expect("I can reproduce it here.", "words-confirmed");
	expect("The patch does not fix it.", "words-not-fixed");
	expect("We still see the regression.", "words-not-fixed");
	expect("The regression is gone.", "words-fixed");
	expect("The slowness has been resolved, thanks.", "words-fixed");
	expect("The degradation is gone with v3.", "words-fixed");
	expect("Performance is restored by the patch below.", "words-fixed");
	expect("The throughput is back to normal with the fix.", "words-fixed");
	expect("The throughput is not back to normal with the fix.", "");
	expect("The numbers are mostly back to normal.", "");
	expect("The throughput was back to where it was in January.", "words-fixed");
	expect("This was already fixed by commit 1234567.", "words-fixed");
	expect("I will drop the patch from the next pull.", "words-dropped");
	/* one for each way in which a rule's cues can be spared by its other words */
	expect("I can still see the issue.", "words-not-fixed");
	expect("The warning remains.", "words-not-fixed");
	expect("The patch doesn't help.", "words-not-fixed");
	expect("THE STALL HAS DISAPPEARED.", "words-fixed");
	expect("It no longer triggers.", "words-fixed");
	expect("It's been zapped now, and I zap it.", "words-dropped");
	expect("I apologize for the confusion.", "words-withdrawn");
	expect("You can safely disregard this.", "words-false-positive");
	expect("It is the wrong culprit.", "words-bisection");
	expect("This is not the real root cause.", "words-bisection");
	expect("It cannot affect this benchmark.", "words-unrelated");
	expect("Odd that this patch could do so.", "words-doubt");
	expect("Only instruction placement.", "words-layout");
	expect("Just jitter.", "words-noise");
	expect("That is by design.", "words-expected");
	expect("A known side effect.", "words-expected");
	expect("That is not a bug.", "words-no-problem");
	expect("We needn't, so don't worry about it.", "words-no-problem");
	expect("I confirm the slowdown.", "words-confirmed");
	/* each clause of cues that has two lists */
	expect("The issue has been addressed.", "words-fixed");
	expect("This patch restores the throughput.", "words-fixed");
	expect("Your fix is in v6.1.", "words-fixed");
	expect("Your diff also worked.", "words-fixed");
	expect("The patch brings the performance back.", "words-fixed");
	expect("The benchmark passes after your fix.", "words-fixed");
	expect("It went away after backing out the change.", "words-revert-helps");
	expect("Without the bad commit it recovers.", "words-revert-helps");
	expect("The failure still persists.", "words-not-fixed");
	expect("It still reproduces here.", "words-not-fixed");
	expect("It only resolves half of it.", "words-partly-fixed");
	expect("I've backed out the series.", "words-dropped");
	expect("It is unreproducible.", "words-unreproducible");
	expect("It's not the right patch.", "words-bisection");
	expect("It is hardly related to the change.", "words-unrelated");
	expect("That works as intended.", "words-expected");
	expect("This is intentional.", "words-expected");
	expect("That's a reasonable overhead.", "words-expected");
	expect("There's nothing to worry about.", "words-no-problem");
	/* a fix that was written, and not only announced */
	expect("Sent out and queued up a fix for this, thanks for the report.", "words-fixed");
	expect("I have posted a small fix.", "words-fixed");
	expect("I just applied your fix.", "words-fixed");
	expect("The patch was fixed by somebody upon queueing.", "words-fixed");
	expect("We tested the patch, confirmed it could fix the issues in our reports.",
	       "words-fixed");
	expect("I verified that the patch does fix it.", "words-fixed");
	/* what is still not seen */
	expect("Still don't see the regression here.", "words-unreproducible");
	expect("I did not see any such slowdown, nor the regression.", "words-unreproducible");
	expect("We cannot observe this large degradation.", "words-unreproducible");
	expect("So it is a side effect of instruction cache layout.", "words-layout");
}

static void test_says_not(void **state)
{
	(void)state;
	expect("It looks like the oops may be expected.", "");
	expect("It may not be a bug in the code.", "");
	expect("Is this noise?", "");
	expect("It is not noise.", "");
	expect("It is well beyond the noise.", "");
	expect("If it is noise we should know.", "");
	expect("It is not expected.", "");
	expect("It is slower than expected.", "");
	expect("We expected this to help.", "");
	expect("Could you test whether the regression is gone.", "");
	expect("It should be fixed.", "");
	expect("We have to drop the lock first.", "");
	expect("I will try to reproduce it.", "");
	expect("The steps to reproduce are below.", "");
	expect("This patch is related to the other one.", "");
	expect("Thanks for the report.", "");
	expect("It will be fixed in v2.", "");
	expect("That warning will be addressed in the next version.", "");
	expect("I'll have it fixed in v3.", "");
	expect("This was fixed by the patch for another report.", "");
	expect("It is not an actual bug on this line.", "");
	expect("There isn't a real problem here.", "");
	expect("It's due to the config and not a regression.", "");
	expect("I will send out a fix.", "");
	expect("I'm about to post the fix.", "");
	expect("I sent the patch for the other one.", "");
	expect("Have you tested whether it could fix the issue.", "");
	expect("I don't see the regression anymore with v2.", "");
	expect("I don't see the problem with this patch.", "");
	expect("", "");
}

/* What is true of a part, of another time or condition, or in somebody else's eyes. */
static void test_says_otherwise(void **state)
{
	(void)state;
	expect("the regression is partially recovered by applying your patch.",
	       "words-partly-fixed");
	expect("Your patch recovers half of it.", "words-partly-fixed");
	expect("It was mostly fixed by the series.", "words-partly-fixed");
	expect("With 4 threads the regression is gone, but with 64 it is as bad as reported.", "");
	expect("That regression was fixed by commit abcdef012345 two years ago and now it is back.",
	       "");
	expect("It was fixed by that patch in the past.", "");
	expect("I am still trying to reproduce locally but I am running into some quirks.", "");
	expect("We are still attempting to reproduce it.", "");
	expect("I doubt that this is noise.", "");
	expect("I do not believe this is expected.", "");
	expect("I don't think that is by design.", "");
	expect("Dev B said this is noise, I disagree.", "");
	expect("According to Dev B the regression is gone.", "");
	expect("I thought this was expected, but it looks like a bug.", "");
	expect("Initially I could not reproduce it, but with nr_task=100% I can.", "");
	expect("I could not reproduce it yet.", "");
	expect("I don't see the regression with 8 threads, only with 96.", "");
	expect("It is noise on small machines, but not on large ones.", "");
	expect("Perhaps this is noise.", "");
	expect("This could be noise.", "");
	expect("I'd expect that the regression should be fixed by the commit.", "");
	expect("The bisection was wrong, I thought.", "");
	/* what is no answer to the turn */
	expect("This is within the noise, but I will have a look.", "words-noise");
	expect("This is expected though.", "words-expected");
	expect("but cannot reproduce this regression:", "words-unreproducible");
}

/* `issue` and `concern` are verbs as well. */
static void test_issues_nothing(void **state)
{
	(void)state;
	expect("Test does not issue sync() or fsync() calls.", "");
	expect("The driver does not issue a flush.", "");
	expect("This change should not concern the read path.", "");
	expect("We do not care about that cache line.", "words-no-problem");
	expect("It isn't a bug.", "words-no-problem");
	expect("This is not regression.", "words-no-problem");
	expect("I don't think it's a real regression.", "words-no-problem");
	expect("I'm not worried about it.", "words-no-problem");
	expect("Does not represent any real workload.", "words-no-problem");
}

/* Taking out what is blamed shows that it is to blame. */
static void test_takes_out(void **state)
{
	(void)state;
	expect("After reverting commit 12345678abcd the regression was gone, so the bisection "
	       "looks right.",
	       "words-revert-helps");
	expect("Reverting the patch fixes the regression.", "words-revert-helps");
	expect("The regression goes away when I revert it.", "words-revert-helps");
	expect("I reverted the commit and performance recovered.", "words-revert-helps");
	expect("The problem is gone without this commit.", "words-revert-helps");
	expect("With the commit reverted performance is restored.", "words-revert-helps");
	expect("The throughput is back to normal after reverting it.", "words-revert-helps");
	expect("Performance is restored without this commit.", "words-revert-helps");
	expect("Reverting it does not help.", "words-not-fixed");
	expect("The revert fixes the regression.", "words-fixed");
	expect("I have reverted the patch.", "words-dropped");
	expect("It was reverted.", "words-dropped");
	expect("I bisected, and reverted the commit.", "");
}

static void test_fix_is_there(void **state)
{
	(void)state;
	expect("Your patch brings the performance back.", "words-fixed");
	expect("the regression disappears with your patch.", "words-fixed");
	expect("The slowdown vanished.", "words-fixed");
	expect("The test passes with my fixed patch.", "words-fixed");
	expect("I have sent out another patch which shouldn't cause this kind of problem.",
	       "words-fix-sent");
	expect("I just posted a patch to fix this.", "words-fix-sent");
	expect("I sent a patch to fix another bug.", "");
	expect("Managed to reproduce locally and my suggested fix works so I'm going to fold it "
	       "unless there's objections or better suggestions.",
	       "words-fixed");
	expect("Your patch works for me.", "words-fixed");
	expect("That debug patch indeed worked, thanks.", "words-fixed");
	expect("I'll send it if the fix works.", "");
	expect("The patch works by counting twice.", "");
	expect("The patch works around it.", "");
	expect("I don't think this fix works.", "");
	expect("It is fixed unless CONFIG_X is set.", "");
	expect("I am able to reproduce this.", "words-confirmed");
	expect("I managed to reproduce it.", "words-confirmed");
	expect("I'm trying to reproduce it.", "");
	expect("The real culprit is 39c910a430.", "words-culprit");
	expect("The actual culprit seems to be another patch.", "words-culprit");
	expect("The real culprit is not 39c910a430.", "");
	expect("The real culprit is the lock.", "");
}

/* Words that free a report, said of a fix to come, of what should be, or of something else. */
static void test_frees_something_else(void **state)
{
	(void)state;
	expect("It is expected that the fix lands in v6.9.", "");
	expect("The fix is expected in v6.9.", "");
	expect("A revert is expected next week.", "");
	expect("The results are expected tomorrow.", "");
	expect("It is expected that performance drops a bit here.", "words-expected");
	expect("By design the fast path must not take this lock, so something is wrong.", "");
	expect("That is by design, you should not run it so.", "");
	expect("This is by design.", "words-expected");
	expect("Nothing to worry about for the merge window, we will fix it before.", "");
	expect("Nothing to worry about until the release.", "");
	expect("Nothing to worry about.", "words-no-problem");
	expect("This fixes the build on arm.", "");
	expect("This patch fixes the typo in the comment.", "");
	expect("The patch fixes the output.", "");
	expect("This fixes that build error.", "");
	expect("The compile error is fixed by commit 1234567890ab.", "");
	expect("I sent the fix for the build.", "");
	expect("It fixes the 12% drop in will-it-scale.", "words-fixed");
	expect("This patch fixes the spin lock issue for me.", "words-fixed");
	expect("The fix is in linux-next as 1234567890ab.", "words-fixed");
	expect("The fix for this is queued.", "words-fixed");
	expect("The fix is in my head.", "");
	expect("The fix will be in v6.9.", "");
	expect("Not a bug: the benchmark measures the wrong thing.", "words-no-problem");
	expect("Not a bug in the patch.", "");
	expect("In practice it does not matter, we accept the regression.", "words-expected");
	expect("We cannot accept the regression.", "");
	expect("I don't see any difference between the two kernels.", "words-unreproducible");
	expect("I don't see any difference between the kernels in the profile.", "");
	expect("I don't see any difference with your patch.", "");
}

/* A commit that was dropped elsewhere, is there again, or that somebody would like to drop. */
static void test_drops_something_else(void **state)
{
	(void)state;
	expect("It was reverted in v6.7 but reapplied in v6.8.", "");
	expect("The patch was dropped, then added back.", "");
	expect("We dropped the patch from 5.15-stable only.", "");
	expect("It was reverted in the stable trees.", "");
	expect("It was reverted from 6.1.y.", "");
	expect("I dropped it from mm-stable.", "words-dropped");
	expect("I only reverted this patch.", "");
	expect("The first version of this patch was dropped for other reasons.", "");
	expect("v1 of the series was dropped.", "");
	expect("I will drop this patch and send a new version.", "");
	expect("I'll drop it and resend.", "");
	expect("I'll drop it in the next version.", "");
	expect("I've dropped it, please send a new version.", "words-dropped");
	expect("I would prefer to drop this.", "");
	expect("The easiest way is to revert the commit.", "");
	expect("I've asked Dev A to drop this commit.", "");
	expect("The patch was dropped from -mm today, so please stop testing it.", "words-dropped");
	expect("I dropped the patch to test it.", "");
	expect("Dev A has merged the revert.", "words-dropped");
	expect("I merged the revert of another patch.", "");
}

/* Quantifiers are bounded, so no sentence takes long. */
static void test_long(void **state)
{
	GString *text = g_string_new(NULL);

	(void)state;
	for (int i = 0; i < 1000; i++)
		g_string_append(text, "is not able to be the to to ");
	pl_remark_find((struct pl_text){text->str, 4096}, false);
	g_string_free(text, TRUE);
}

static void expect_turn(const char *sentence, bool turns)
{
	if (turns)
		expect(sentence, "");
	if ((pl_remark_find_turn(pl_text_of(sentence)) >= 0) != turns)
		fail_msg("\"%s\": %d wanted", sentence, turns);
}

/* Of sentences behind one that frees the report, those that take it back. */
static void test_turns(void **state)
{
	static const char *const turns[] = {
	    "But with 64 it is as bad.",
	    "With 64 threads it is just as bad.",
	    "However, on the big machine it is slower.",
	    "Unfortunately we got a 9% drop.",
	    "But it is not completely gone.",
	    "And yet it fails on arm.",
	    "Nevertheless there is a 5% regression on the other one.",
	    "On two sockets it is still slow.",
	};
	static const char *const others[] = {
	    "But please write a changelog.",
	    "But it's not slower.",
	    "However, we don't see any regression there.",
	    "But I wonder whether it is slower on arm.",
	    "With the patch it is fine.",
	    "On the old kernel we had a drop.",
	    "But is it slower on arm?",
	    "It is slower.",
	    "But two years ago it was slower.",
	    "",
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(turns); i++)
		expect_turn(turns[i], true);
	for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
		expect_turn(others[i], false);
}

static void expect_of_kind(const char *sentence, bool performance, bool failure)
{
	if (pl_remark_is_of(pl_text_of(sentence), true) != performance)
		fail_msg("\"%s\": of performance", sentence);
	if (pl_remark_is_of(pl_text_of(sentence), false) != failure)
		fail_msg("\"%s\": of a failure", sentence);
}

static void test_is_of_another_kind(void **state)
{
	static const char *const faults[] = {
	    "The memory leak is fixed.",
	    "this crash is gone with v2",
	    "That warning is a false positive.",
	    "The build failure is fixed in next.",
	    "The lockdep splat has nothing to do with my patch.",
	    "I can't reproduce the hang.",
	    "The KASAN report is fixed.",
	    "It fixes the use-after-free.",
	    "The boot failure was reproduced here, too, with the same config.",
	};
	static const char *const speeds[] = {
	    "The performance regression is gone.",    "The slowdown is fixed.",
	    "I cannot reproduce the degradation.",    "That brings the throughput back.",
	    "perf numbers are expected to be lower.",
	};
	static const char *const both[] = {
	    "It is fixed.",
	    "The regression is gone.",
	    "This issue is resolved by v3.",
	    "Should be fixed by 7d3a0c1b55e2 (\"mm: Fix a leak of pages\").",
	    "Should be fixed by \"mm: improve performance\".",
	    "I can't reproduce it (the box has no KASAN).",
	    "The bug is gone.",
	    "The performance is back, and the crash is gone.",
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(faults); i++)
		expect_of_kind(faults[i], false, true);
	for (size_t i = 0; i < G_N_ELEMENTS(speeds); i++)
		expect_of_kind(speeds[i], true, false);
	for (size_t i = 0; i < G_N_ELEMENTS(both); i++)
		expect_of_kind(both[i], true, true);
	/* what robots call a failure may be a regression, but no leak is one of performance */
	expect_of_kind("The regression is gone, and so is the crash.", true, true);
	expect_of_kind("", true, true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_says_so),
	    cmocka_unit_test(test_robot_says_so),
	    cmocka_unit_test(test_says_not),
	    cmocka_unit_test(test_turns),
	    cmocka_unit_test(test_says_otherwise),
	    cmocka_unit_test(test_issues_nothing),
	    cmocka_unit_test(test_takes_out),
	    cmocka_unit_test(test_fix_is_there),
	    cmocka_unit_test(test_long),
	    cmocka_unit_test(test_frees_something_else),
	    cmocka_unit_test(test_drops_something_else),
	    cmocka_unit_test(test_is_of_another_kind),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
