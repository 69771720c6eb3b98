import { afterAll } from 'vitest';
import { removeContentFolders } from './library.ts';

// Vitest setup file: after each test file, deletes the content folders it created.
afterAll(removeContentFolders);
