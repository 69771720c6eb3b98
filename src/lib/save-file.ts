// Browsers may read the blob some time after the click, so its URL is revoked late.
const REVOKE_AFTER_MS = 60_000;

/** Downloads text as a file with this name and MIME type. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
