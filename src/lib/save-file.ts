// A browser may take the file some time after the click that offers it.
const TAKEN_MS = 60_000;

/** Offers text to the person as a file of this name and type, as a download. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), TAKEN_MS);
}
