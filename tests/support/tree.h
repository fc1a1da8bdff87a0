/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef PERFLORE_TESTS_TREE_H
#define PERFLORE_TESTS_TREE_H

/* Takes away path, a file or a folder with all in it. Links are not followed; what is not
 * there, or cannot be removed, is no fault. */
void remove_tree(const char *path);

#endif
