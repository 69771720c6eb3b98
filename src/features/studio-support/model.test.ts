import { expect, it } from 'vitest';
import { insertReply } from './model.ts';

it('puts a saved reply below what is written, and alone where nothing is', () => {
  expect(insertReply(' \n', 'It is the air.')).toBe('It is the air.');
  expect(insertReply('Dear Ada,\n', 'It is the air.')).toBe('Dear Ada,\n\nIt is the air.');
});
