import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { SETTINGS_REFERENCE } from '#server/env-reference.ts';
import { getSettingDefaults } from '#server/env-names.ts';

// Writes docs/settings.md and .env.sample from what the server knows of its settings: `npx node scripts/settings.ts`, after a
// change of server/env*.ts. scripts/settings.test.ts compares them.

export function renderSettingsPage(): string {
  const defaults = getSettingDefaults();
  const sections = SETTINGS_REFERENCE.map(({ title, text, settings }) => {
    const lines = settings.map(({ name, meaning, fallback }) => {
      const known = defaults[name];
      const otherwise = fallback ?? (known === undefined ? '' : `\`${known}\``);
      return `- \`${name}\`${otherwise && ` (unset: ${otherwise})`}: ${meaning}`;
    });
    return [`## ${title}`, ...(text ? [text] : []), lines.join('\n')].join('\n\n');
  });
  return `# Settings

All are optional environment variables, read once at start; what is wrong is named all at once and stops the start, and so does a group of
which only a part is set. An empty one counts as unset. \`.env.sample\` lists them with examples. Written by \`npx node scripts/settings.ts\` from \`server/env.ts\` and its neighbours.

${sections.join('\n\n')}
`;
}

/** Renders `.env.sample`: each setting commented out, with its example or its default. */
export function renderEnvSample(): string {
  const defaults = getSettingDefaults();
  const sections = SETTINGS_REFERENCE.map(({ title, settings }) =>
    [
      `# ${title}`,
      ...settings.map(({ name, sample }) => `#${name}=${sample ?? defaults[name] ?? ''}`),
    ].join('\n'),
  );
  return `# Settings of Envol (docs/settings.md says what each means). Copy this to .env, remove the # of those you set, and keep
# the file readable by its owner alone (chmod 600 .env).

${sections.join('\n\n')}
`;
}

if (import.meta.main) {
  const root = path.join(import.meta.dirname, '..');
  writeFileSync(path.join(root, 'docs/settings.md'), renderSettingsPage());
  writeFileSync(path.join(root, '.env.sample'), renderEnvSample());
}
