import { describe, expect, it } from 'vitest';
import { ApiError } from './api.ts';
import { getFieldFaults } from './error-message.ts';

const refuse = (fields: Record<string, string>) =>
  new ApiError(400, JSON.stringify({ error: { code: 'invalid_input', fields } }));

describe('a refusal of the server', () => {
  it('says which fields, and why', () =>
    expect(getFieldFaults(refuse({ departsOn: 'out_of_range', number: 'too_big' }))).toEqual({
      departsOn: 'errors:field.out_of_range',
      number: 'errors:field.too_big',
    }));

  it('has a sentence for a reason that the page does not know', () =>
    expect(getFieldFaults(refuse({ to: 'of_the_future' }))).toEqual({
      to: 'errors:field.invalid',
    }));

  it('is about the field that its code means', () => {
    const error = new ApiError(400, '{"error":{"code":"flight_date_past"}}');
    expect(getFieldFaults(error, { flight_date_past: 'date' })).toEqual({
      date: 'errors:flight_date_past',
    });
    expect(getFieldFaults(error)).toEqual({});
  });

  it('names no field where it is not about one', () => {
    expect(getFieldFaults(new ApiError(0, ''))).toEqual({});
    expect(getFieldFaults(new Error('something else'))).toEqual({});
  });
});
