import { afterAll } from 'vitest';
import { removeContentFolders } from './library.ts';

// Run before each file of tests: what a file made in the temporary folder goes with it.
afterAll(removeContentFolders);
