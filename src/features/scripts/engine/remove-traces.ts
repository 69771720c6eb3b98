/** How the names of what is kept here for the app itself begin; Firebase signs people in, Workbox keeps the app's files. */
const OWN = /^(?:envol|firebase|workbox-precache)/;

/**
 * Removes what third-party scripts left on this device: cookies of this host and the domains above it, stored values,
 * databases and caches. `tracePrefixes` tells how the names of theirs begin; 'all' is every name that is not the app's own,
 * for where no such script stays.
 */
export async function removeThirdPartyTraces(
  tracePrefixes: readonly string[] | 'all',
): Promise<void> {
  const isLeft = (name: string) =>
    tracePrefixes === 'all'
      ? !OWN.test(name)
      : tracePrefixes.some((beginning) => name.startsWith(beginning));
  removeCookies(isLeft);
  for (const open of [() => localStorage, () => sessionStorage])
    try {
      const storage = open();
      for (const key of Object.keys(storage)) if (isLeft(key)) storage.removeItem(key);
    } catch {
      // Storage is blocked, and so holds nothing.
    }
  await Promise.allSettled([removeDatabases(isLeft), removeCaches(isLeft)]);
}

function removeCookies(isLeft: (name: string) => boolean): void {
  const labels = location.hostname.split('.');
  const domains = labels.map((_, index) => labels.slice(index).join('.'));
  for (const cookie of document.cookie.split('; ')) {
    const [name = ''] = cookie.split('=');
    if (name === '' || !isLeft(name)) continue;
    const ended = `${name}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`;
    document.cookie = ended;
    for (const domain of domains) document.cookie = `${ended}; domain=${domain}`;
  }
}

async function removeDatabases(isLeft: (name: string) => boolean): Promise<void> {
  // One that a page still holds open is deleted when that page is gone, so nothing waits for it.
  for (const { name } of (await indexedDB.databases?.()) ?? [])
    if (name !== undefined && isLeft(name)) indexedDB.deleteDatabase(name);
}

async function removeCaches(isLeft: (name: string) => boolean): Promise<void> {
  const names = (await caches.keys()).filter(isLeft);
  await Promise.all(names.map((name) => caches.delete(name)));
}
