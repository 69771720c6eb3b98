import { expect, it, vi } from 'vitest';
import { REHEARSAL_DOSES } from '#shared/rules/rehearsal-dose.ts';
import { openRenderer } from './use-flight-drawing.ts';

it('a driver that refuses to draw a rehearsal is logged with its reason, and the flight goes on undrawn', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const cause = new Error('ERROR: 0:12: too many uniforms');
  const canvas = {
    getContext: () => {
      throw cause;
    },
  };
  const drawn = openRenderer(
    canvas as unknown as HTMLCanvasElement,
    Object.values(REHEARSAL_DOSES)[0]!,
    'a',
  );
  expect(drawn).toBeNull();
  expect(log.mock.calls).toMatchObject([[{ cause }]]);
  log.mockRestore();
});
