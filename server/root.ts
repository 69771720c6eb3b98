import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** The repository's folder, from the server's modules as from the one file that they are built into. */
export const ROOT = dirname(findPackageJSON(import.meta.url) ?? '');
