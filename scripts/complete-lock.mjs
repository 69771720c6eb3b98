// Adds to package-lock.json the optional packages of other platforms that npm left out because the registry it was made
// with does not carry them. Without their entries `npm ci` refuses the lockfile on every machine ("Missing: ... from lock
// file"); with them it skips those of other platforms unread. To be run after each `npm install` that changes the lockfile.
// What it adds has no `integrity`, which only the registry knows. Where a registry carries such a package, `npm install
// --package-lock-only` writes its entry anew with the hash, once the bare one is removed.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = process.argv[2] ?? fileURLToPath(new URL('../package-lock.json', import.meta.url));
const lock = JSON.parse(readFileSync(file, 'utf8'));
const { '': own, ...packages } = lock.packages;
const added = {};

for (const [path, { dev, optionalDependencies = {} }] of Object.entries(packages))
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (canResolve(path, name)) continue;
    const top = `node_modules/${name}`;
    const taken = added[top] !== undefined && added[top].version !== version;
    added[taken ? `${path}/${top}` : top] = {
      version,
      ...parsePlatform(name),
      ...(dev && { dev }),
      optional: true,
    };
  }

/** Whether a package at `path` can import `name` by Node's resolution: from its own node_modules, then those above. */
function canResolve(path, name) {
  for (let folder = path; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    if (packages[`${folder}/node_modules/${name}`]) return true;
    if (!folder.includes('/node_modules/')) return packages[`node_modules/${name}`] !== undefined;
  }
}

function parsePlatform(name) {
  if (/wasm32/.test(name)) return { cpu: ['wasm32'] };
  const found = /(android|darwin|freebsd|linux|openharmony|win32)-([a-z0-9]+)-?([a-z]*)$/.exec(
    name,
  );
  if (!found) throw new Error(`The name of ${name} does not say its platform`);
  const [, os, cpu, abi] = found;
  const libc =
    os === 'linux' && /musl|gnu/.test(abi)
      ? { libc: [abi.includes('musl') ? 'musl' : 'glibc'] }
      : {};
  return { os: [os], cpu: [cpu], ...libc };
}

const all = Object.entries({ ...packages, ...added }).toSorted(([a], [b]) => (a < b ? -1 : 1));
lock.packages = { '': own, ...Object.fromEntries(all) };
if (Object.keys(added).length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${Object.keys(added).length} entries added\n`);
