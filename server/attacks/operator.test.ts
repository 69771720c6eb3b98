// @module-tag whole

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { runDeploymentSafetyChecks } from '#server/features/system/safety/policy.ts';
import { ROOT } from '#server/root.ts';
import { createTestApp } from '#server/testing/app.ts';
import { buildChildEnvironment } from '#server/testing/child-environment.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { ROUTES } from '#shared/rules/route-table.ts';
import { DEPLOYMENT_SAFETY_CHECKS } from '#shared/rules/deployment-safety-checks.ts';

// An operator goes live with settings that were for trying it out.

let folder: string;
beforeAll(async () => (folder = await mkdtemp(path.join(tmpdir(), 'envol-operator-'))));
afterAll(() => rm(folder, { recursive: true }));

const ADDRESS = 'https://envol.example';

/** Starts the server with settings, has it stop once it is ready, and resolves to what it said. */
async function start(settings: Record<string, string>) {
  const given = { DATA_DIR: path.join(folder, 'data'), PORT: '0', PUBLIC_URL: ADDRESS };
  const child = spawn(process.execPath, [path.join(ROOT, 'server/main.ts')], {
    env: buildChildEnvironment({ ...given, ...settings }),
  });
  child.stdout.on('data', (chunk: Buffer) => /ready on/.test(chunk.toString()) && child.kill());
  const ended = new Promise((resolve) => child.once('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { out, err, code: await ended };
}

/** An app that is built, as far as its pages have a document. */
async function writeBuiltFiles() {
  const at = (name: string) => path.join(folder, name);
  const files = { client: at('client'), pages: at('pages'), renderer: at('none.js') };
  const page = '<!doctype html><html lang="en"><head></head><div id="root"></div></html>';
  const names = ['home', 'help', 'privacy', 'not-found', 'unavailable', 'read-air'];
  for (const name of [
    'client/index.html',
    ...LANGUAGES.flatMap((language) => names.map((one) => `pages/${language}/${one}.html`)),
  ]) {
    await mkdir(path.dirname(at(name)), { recursive: true });
    await writeFile(at(name), page);
  }
  return { ...files, mailFolder: at('outbox') };
}

it('test mode at a public address is told to the log at each start, and to people on every page', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  for (const BILLING_SANDBOX of ['1', '1', '0']) {
    const { out, code } = await start({ DATABASE_URL: database.url, BILLING_SANDBOX });
    expect(code).toBe(0);
    expect(out.includes('test mode: passes are free')).toBe(BILLING_SANDBOX === '1');
  }

  const files = await writeBuiltFiles();
  for (const isTestModeShown of [true, false]) {
    const test = await createTestApp({ files, isTestModeShown });
    onTestFinished(() => test.close());
    const admin = await test.createPerson({ state: 'admin' });
    const paths = ROUTES.map((route) => route.path.replace(/:slug/, 'air').replace(/:\w+\??/, 'x'));
    for (const browser of [test.createBrowser(), admin])
      for (const one of [...paths, '/nothing-here']) {
        const { headers, body } = await browser.get(one);
        expect(headers['content-type'], one).toContain('text/html');
        expect(/<html[^>]* data-test-mode="[^"]{8,}"/.test(body), one).toBe(isTestModeShown);
      }
  }
});

it('a start that is refused listens to nobody, and says each reason without the value', async () => {
  const wrong = {
    PUBLIC_URL: 'http://envol.example',
    BILLING_SANDBOX: '1',
    STRIPE_SECRET_KEY: 'sk_live_hunter2',
    STRIPE_WEBHOOK_SECRET: 'whsec_hunter2',
    SESSION_SECRET: 'hunter2'.repeat(6),
    TRUSTED_PROXIES: '0.0.0.0/0',
    BACKUP_DIR: folder,
    BACKUP_PASSPHRASE: 'change-this-to-five-random-words',
  };
  const { out, err, code } = await start(wrong);
  expect([code, out]).toEqual([1, '']);
  const names = ['PUBLIC_URL', 'BILLING_SANDBOX', 'SESSION_SECRET', 'TRUSTED_PROXIES'];
  for (const name of [...names, 'BACKUP_PASSPHRASE']) expect(err).toContain(`- ${name} `);
  expect(err).not.toMatch(/hunter2|five-random-words/);
});

it('the studio shows every check, each with its mend in both languages, to an admin alone', async () => {
  const test = await createTestApp({
    safety: runDeploymentSafetyChecks({ PUBLIC_URL: ADDRESS, BILLING_SANDBOX: '1' }),
  });
  onTestFinished(() => test.close());
  const [admin, editor] = await Promise.all([
    test.createPerson({ state: 'admin' }),
    test.createPerson({ state: 'admin', role: 'editor' }),
  ]);
  expect((await editor.call('GET /api/admin/safety')).status).toBe(403);
  const { checks } = (await admin.call('GET /api/admin/safety')).body;
  expect(checks.map(({ name }) => name)).toEqual(DEPLOYMENT_SAFETY_CHECKS);
  expect(checks).toContainEqual({ name: 'testMode', state: 'warning' });
  for (const language of LANGUAGES) {
    const file = path.join(ROOT, `src/locales/${language}/studio-safety.json`);
    const words = (
      JSON.parse(readFileSync(file, 'utf8')) as {
        checks: Record<string, { title: string; mend: string }>;
      }
    ).checks;
    const told = Object.entries(words).filter(([, { title, mend }]) => title && mend.length > 20);
    expect(told.map(([name]) => name).toSorted()).toEqual(DEPLOYMENT_SAFETY_CHECKS.toSorted());
  }
});

it('the manual tells of HSTS what browsers are told', async () => {
  const test = await createTestApp({ publicUrl: ADDRESS, baseUrl: ADDRESS });
  onTestFinished(() => test.close());
  const { headers } = await test.createBrowser().get('/api/config');
  const twoYears = 2 * 365 * 86_400;
  expect(headers['strict-transport-security']).toBe(`max-age=${twoYears}; includeSubDomains`);
  const manual = readFileSync(path.join(ROOT, 'docs/operate.md'), 'utf8');
  expect(manual).toMatch(
    /every name below it, for two years\n\(HSTS, `includeSubDomains`\), and don't forget before/,
  );
});
