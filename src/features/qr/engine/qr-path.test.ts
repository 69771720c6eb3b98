import { decodeQR } from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { buildQrPath } from './qr-path.ts';

/** Paints the path as a camera sees it: black squares of 4 pixels on white. */
function photograph({ size, path }: { size: number; path: string }) {
  const scale = 4;
  const width = size * scale;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let row = 0; row < scale; row++)
      for (let column = 0; column < Number(length) * scale; column++) {
        const at = ((Number(y) * scale + row) * width + Number(x) * scale + column) * 4;
        data.fill(0, at, at + 3);
      }
  return { width, height: width, data };
}

describe('a QR code', () => {
  it.each([
    'otpauth://totp/Envol:ada%40example.org?secret=JBSWY3DPEHPK3PXP&issuer=Envol&digits=6&period=30',
    `otpauth://totp/Envol:${'long'.repeat(40)}@example.org?secret=${'JBSWY3DP'.repeat(8)}&issuer=Envol`,
  ])('is read back by a camera as %s', (uri) => {
    expect(decodeQR(photograph(buildQrPath(uri)))).toBe(uri);
  });

  it('has the quiet border that scanners need', () => {
    const { size, path } = buildQrPath('otpauth://totp/a?secret=B');
    for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
      expect(Math.min(Number(x), Number(y))).toBeGreaterThanOrEqual(4);
      expect(Number(x) + Number(length)).toBeLessThanOrEqual(size - 4);
    }
  });
});
