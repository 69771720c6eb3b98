import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { findOutageCause } from '#server/db/outage.ts';
import { toLoggableError } from '#server/log.ts';
import { toAppError } from './error-handler.ts';
import { AppError } from './errors.ts';

function databaseError(code: string, cause?: unknown) {
  const error = new DatabaseError('value "secret@example.com" is wrong', 0, 'error');
  return Object.assign(error, { code, cause });
}

it('answers data that PostgreSQL cannot hold as bad input, even inside the error of the ORM', () => {
  const wrapped = new Error('Failed query', { cause: databaseError('22021') });
  expect(toAppError(wrapped)).toMatchObject({ code: 'invalid_input', statusCode: 400 });
});

it('answers everything unexpected alike', () => {
  for (const error of [new Error('x'), databaseError('23505'), 'thrown text', null, undefined])
    expect(toAppError(error)).toMatchObject({ code: 'server_error', statusCode: 500 });
});

it('keeps an expected refusal as it is', () => {
  const refusal = new AppError('conflict');
  expect(toAppError(refusal)).toBe(refusal);
});

it('logs kinds, codes and places of an error, and nothing a person wrote', () => {
  const query = new Error('Failed query: … params: secret@example.com', {
    cause: databaseError('23505'),
  });
  const logged = JSON.stringify(toLoggableError(query));
  expect(logged).toContain('23505');
  expect(logged).toContain('errors.test.ts');
  expect(logged).not.toContain('secret@example.com');
});

it('answers several errors by one that nobody expected, or else by the last', () => {
  const away = new AppError('payments_unavailable', undefined, { retryAfter: 5 });
  const conflict = new AppError('conflict');
  expect(toAppError(new AggregateError([conflict, away]))).toMatchObject({
    code: 'payments_unavailable',
    retryAfter: 5,
  });
  const all = new AggregateError([databaseError('23505'), away]);
  expect(toAppError(all)).toMatchObject({ code: 'server_error', cause: all });
});

it('logs each of several errors, and of very many the first and their number', () => {
  expect(
    toLoggableError(new AggregateError([databaseError('23505'), new TypeError('x')])),
  ).toMatchObject({
    count: 2,
    errors: [{ code: '23505' }, { kind: 'TypeError' }],
  });
  const many = Array.from({ length: 1000 }, () => new Error('x'));
  expect(toLoggableError(new AggregateError(many))).toMatchObject({
    count: 1000,
    errors: { length: 20 },
  });
});

it('takes several errors for an outage of the database where each of them is one', () => {
  const away = databaseError('57P03');
  expect(findOutageCause(new AggregateError([away, away]))).toBe('unreachable');
  expect(findOutageCause(new AggregateError([away, new Error('x')]))).toBeNull();
});
