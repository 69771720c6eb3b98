import { describe, expect, it } from 'vitest';
import { EVERYWHERE, feedbackBody, LONGEST_TEXT, namedPage, problemsOf } from './model.ts';

const form = { text: 'The pause was too long.', page: '/', replyTo: '' };

describe('the feedback form', () => {
  it('can be sent with words alone', () => expect(problemsOf(form)).toEqual({}));

  it('asks for words when there are only spaces', () =>
    expect(problemsOf({ ...form, text: '  \n ' })).toEqual({ text: 'missing' }));

  it('refuses what is longer than the server keeps', () => {
    expect(problemsOf({ ...form, text: 'a'.repeat(LONGEST_TEXT) })).toEqual({});
    expect(problemsOf({ ...form, text: 'a'.repeat(LONGEST_TEXT + 1) })).toEqual({ text: 'long' });
  });

  it('points at an address that cannot receive an answer', () => {
    expect(problemsOf({ ...form, replyTo: 'ada@' })).toEqual({ replyTo: 'wrong' });
    expect(problemsOf({ ...form, replyTo: ' ada@example.org ' })).toEqual({});
  });

  it('sends no address rather than an empty one', () => {
    expect(feedbackBody({ ...form, text: ' Hello. ', replyTo: '  ' })).toEqual({
      text: 'Hello.',
      page: '/',
      replyTo: null,
    });
    expect(feedbackBody({ ...form, page: EVERYWHERE, replyTo: 'ada@example.org' })).toMatchObject({
      page: EVERYWHERE,
      replyTo: 'ada@example.org',
    });
  });
});

describe('the name of a page', () => {
  it('is the one of the place the person is in', () => {
    expect(namedPage('/')).toBe('homepage');
    expect(namedPage('/content-library/podcast')).toBe('content-library');
  });
  it('is left out where the product has none', () => expect(namedPage('/help')).toBeNull());
});
