import { expect, it } from 'vitest';
import { appendSavedReply } from './model.ts';

it('puts a saved reply below what is written, and alone where nothing is', () => {
  expect(appendSavedReply(' \n', 'It is the air.')).toBe('It is the air.');
  expect(appendSavedReply('Dear Ada,\n', 'It is the air.')).toBe('Dear Ada,\n\nIt is the air.');
});
