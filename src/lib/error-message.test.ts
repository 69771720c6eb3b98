import { describe, expect, it } from 'vitest';
import { ApiError } from './api.ts';
import { getFieldFaultKeys } from './error-message.ts';

const refuse = (fields: Record<string, string>) =>
  new ApiError(400, JSON.stringify({ error: { code: 'invalid_input', fields } }));

describe('a refusal of the server', () => {
  it('says which fields, and why', () =>
    expect(getFieldFaultKeys(refuse({ departsOn: 'out_of_range', number: 'too_big' }))).toEqual({
      departsOn: 'errors:field.out_of_range',
      number: 'errors:field.too_big',
    }));

  it('has a sentence for a reason that the page does not know', () =>
    expect(getFieldFaultKeys(refuse({ to: 'of_the_future' }))).toEqual({
      to: 'errors:field.invalid',
    }));

  it('is about the field that its code means', () => {
    const error = new ApiError(400, '{"error":{"code":"flight_date_past"}}');
    expect(getFieldFaultKeys(error, { flight_date_past: 'date' })).toEqual({
      date: 'errors:flight_date_past',
    });
    expect(getFieldFaultKeys(error)).toEqual({});
  });

  it('names no field where it is not about one', () => {
    expect(getFieldFaultKeys(new ApiError(0, ''))).toEqual({});
    expect(getFieldFaultKeys(new Error('something else'))).toEqual({});
  });
});
