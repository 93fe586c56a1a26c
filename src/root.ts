// Where the project lies: the folder of package.json, of the migrations and of the pages, for the sources and for the build alike.

/** `src/` holds this file, and `dist/` every file of the build, side by side: the folder above is the project in both. */
export const projectRoot = new URL('../', import.meta.url);
