import { describe, expect, it } from 'vitest';
import {
  EVERYWHERE_PAGE_VALUE,
  buildFeedbackBody,
  MAX_FEEDBACK_LENGTH,
  findNamedPageKey,
  validateFeedback,
} from './model.ts';

const form = { text: 'The pause was too long.', page: '/', replyTo: '' };

describe('the feedback form', () => {
  it('can be sent with words alone', () => expect(validateFeedback(form)).toEqual({}));

  it('asks for words when there are only spaces', () =>
    expect(validateFeedback({ ...form, text: '  \n ' })).toEqual({ text: 'missing' }));

  it('refuses what is longer than the server keeps', () => {
    expect(validateFeedback({ ...form, text: 'a'.repeat(MAX_FEEDBACK_LENGTH) })).toEqual({});
    expect(validateFeedback({ ...form, text: 'a'.repeat(MAX_FEEDBACK_LENGTH + 1) })).toEqual({
      text: 'long',
    });
  });

  it('points at an address that cannot receive an answer', () => {
    expect(validateFeedback({ ...form, replyTo: 'ada@' })).toEqual({ replyTo: 'wrong' });
    expect(validateFeedback({ ...form, replyTo: ' ada@example.org ' })).toEqual({});
  });

  it('sends no address rather than an empty one', () => {
    expect(buildFeedbackBody({ ...form, text: ' Hello. ', replyTo: '  ' })).toEqual({
      text: 'Hello.',
      page: '/',
      replyTo: null,
    });
    expect(
      buildFeedbackBody({ ...form, page: EVERYWHERE_PAGE_VALUE, replyTo: 'ada@example.org' }),
    ).toMatchObject({
      page: EVERYWHERE_PAGE_VALUE,
      replyTo: 'ada@example.org',
    });
  });
});

describe('the name of a page', () => {
  it('is the one of the place the person is in', () => {
    expect(findNamedPageKey('/')).toBe('homepage');
    expect(findNamedPageKey('/content-library/podcast')).toBe('content-library');
  });
  it('is left out where the product has none', () => expect(findNamedPageKey('/help')).toBeNull());
});
