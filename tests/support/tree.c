/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tree.h"

#include <glib.h>
#include <glib/gstdio.h>

void remove_tree(const char *path)
{
	GDir *folder = g_file_test(path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open(path, 0, NULL);
	const char *name;

	while (folder && (name = g_dir_read_name(folder))) {
		char *inside = g_build_filename(path, name, NULL);

		remove_tree(inside);
		g_free(inside);
	}
	if (folder)
		g_dir_close(folder);
	g_remove(path);
}
