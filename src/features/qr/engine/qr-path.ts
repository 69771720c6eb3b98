import { encodeQR } from 'qr';

/** White modules around the code: scanners need four (ISO/IEC 18004, section 6.3.8). */
const QUIET_MODULES = 4;

/** Draws a text as a QR code: an SVG path of its dark modules, in a square of `size` units with a quiet border. */
export function buildQrPath(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_MODULES });
  const path = rows.flatMap((row, y) => {
    const runs: string[] = [];
    for (let x = 0; x < row.length; x++) {
      const from = x;
      while (row[x]) x++;
      if (x > from) runs.push(`M${from} ${y}h${x - from}v1h-${x - from}z`);
    }
    return runs;
  });
  return { size: rows.length, path: path.join('') };
}
