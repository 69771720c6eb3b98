import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { toLoggable } from '#server/log.ts';
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
  const logged = JSON.stringify(toLoggable(query));
  expect(logged).toContain('23505');
  expect(logged).toContain('errors.test.ts');
  expect(logged).not.toContain('secret@example.com');
});
