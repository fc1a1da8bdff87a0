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

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_says_so),
	    cmocka_unit_test(test_robot_says_so),
	    cmocka_unit_test(test_says_not),
	    cmocka_unit_test(test_long),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
