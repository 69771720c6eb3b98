/** Decodes quoted-printable (RFC 2045) to text. */
function decodeQuotedPrintable(encoded: string): string {
  const joined = encoded.replaceAll(/=\r?\n/g, '');
  const bytes = joined.replaceAll(/=([\dA-F]{2})/gi, (_all, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Decodes the encoded words of a header (RFC 2047). */
function decodeWords(value: string): string {
  return value
    .replaceAll(/(\?=)\s+(=\?)/g, '$1$2')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_all, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuotedPrintable(word.replaceAll('_', ' ')),
    );
}

/** Reads what a stored e-mail says to its reader: its subject, and the plain text. */
export function parseStoredEmail(message: string): { subject: string; text: string } {
  const [head = ''] = message.split('\r\n\r\n', 1);
  const unfolded = head.replaceAll(/\r\n[ \t]+/g, ' ');
  const subject = /^Subject: ?(.*)$/im.exec(unfolded)?.[1] ?? '';
  const boundary = /boundary="([^"]+)"/i.exec(unfolded)?.[1] ?? '';
  const plain = message
    .split(`\r\n--${boundary}`)
    .find((part) => /^\r\nContent-Type: text\/plain/i.test(part));
  const text = plain?.slice(plain.indexOf('\r\n\r\n')) ?? '';
  return { subject: decodeWords(subject), text: decodeQuotedPrintable(text).trim() };
}
