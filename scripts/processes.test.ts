import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** A program that does not stop when it is asked to, and has begun another, which writes to the same stream. */
const STUBBORN = `
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  const idle = ['-e', 'setInterval(Date, 1e6)'];
  require('node:child_process').spawn(process.execPath, idle, { stdio: 'inherit' });
  process.stdout.write('begun');
  setInterval(Date, 1e6);
`;

function inNode(code: string) {
  return spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: import.meta.dirname,
    env: { PATH: process.env.PATH },
  });
}

async function said(stream: NodeJS.ReadableStream): Promise<string> {
  let all = '';
  for await (const chunk of stream) all += String(chunk);
  return all;
}

describe('a step', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'leaves nothing running when we get a %s',
    async (signal) => {
      const step = inNode(`
        import { runStep } from './processes.mjs';
        await runStep(process.execPath, ['-e', ${JSON.stringify(STUBBORN)}], { stdio: 'inherit', stopTimeoutMs: 50 });
        console.log('went on');
      `);
      const all = said(step.stdout);
      const ended = once(step, 'exit');
      await once(step.stdout, 'data');
      step.kill(signal);
      expect(await ended).toEqual([null, signal]);
      // The stream ends when no writer is left.
      expect(await all).toBe('begun');
    },
  );

  it('tells how it ended', async () => {
    const step = inNode(`
      import { runStep } from './processes.mjs';
      console.log(JSON.stringify([
        await runStep(process.execPath, ['-e', 'process.exit(3)']),
        (await runStep(${JSON.stringify(path.join('none', 'such'))}, [])).error.code,
      ]));
    `);
    expect(JSON.parse(await said(step.stdout))).toEqual([{ status: 3 }, 'ENOENT']);
  });
});

describe('programs in turn', () => {
  it('all run, also after one that failed, and the worst code counts', async () => {
    const series = inNode(`
      import { runInTurn } from './processes.mjs';
      const ran = [];
      console.log(JSON.stringify([await runInTurn([0, 3, 1], async (code) => (ran.push(code), code)), ran]));
    `);
    expect(JSON.parse(await said(series.stdout))).toEqual([3, [0, 3, 1]]);
  });

  it('end with the one that runs when we get a signal', async () => {
    const series = inNode(`
      import { runInTurn } from './processes.mjs';
      const ran = [];
      await runInTurn([1, 2], async (code) => (ran.push(code), process.kill(process.pid, 'SIGINT'), setTimeout(Date, 1e6), new Promise((end) => process.once('SIGINT', () => end(code)))));
      console.log(JSON.stringify(ran));
      process.exit();
    `);
    expect(JSON.parse(await said(series.stdout))).toEqual([1]);
  });
});

describe('the two commands', () => {
  it('say so when Node is too old', async () => {
    const up = inNode(`
      Object.defineProperty(process, 'versions', { value: { node: '18.20.8' } });
      const { ensureInstalled } = await import('./install.mjs');
      await ensureInstalled();
    `);
    const ended = once(up, 'exit');
    expect(await said(up.stderr)).toBe('Envol needs Node 20 or later; this is v18.20.8.\n');
    expect(await ended).toEqual([1, null]);
  });
});
