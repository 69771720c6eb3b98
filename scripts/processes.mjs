import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** How long a step may take to stop before it is killed, in milliseconds. */
const STOP_TIMEOUT_MS = 2000;

export const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const hasGroups = process.platform !== 'win32';

const parent = process.ppid;
const isShell = readProcFile(parent, 'cmdline')?.split('\0')[1] === '-c';
const npm = isShell ? getParentPid(parent) : parent;

/**
 * Returns whether npm, or the shell through which it started this process, has ended: that shell does not forward
 * SIGTERM. False when npm did not start it.
 */
export function isOrphaned() {
  if (process.env['npm_lifecycle_event'] === undefined) return false;
  return process.ppid !== parent || (isShell && getParentPid(parent) !== npm);
}

function getParentPid(pid) {
  // The name of the program, in brackets, may hold spaces.
  return readProcFile(pid, 'stat')
    ?.replace(/^.*\) /s, '')
    .split(' ')[1];
}

function readProcFile(pid, what) {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Calls `run` for each item, one after another, also after one that failed; resolves to the highest exit code. A signal
 * to this process ends the series with the item that is running.
 */
export async function runInTurn(items, run) {
  let isStopped = false;
  const stop = () => (isStopped = true);
  for (const signal of signals) process.once(signal, stop);
  let worst = 0;
  for (const item of items) {
    worst = Math.max(worst, await run(item));
    if (isStopped || isOrphaned()) break;
  }
  for (const signal of signals) process.off(signal, stop);
  return worst;
}

/**
 * Runs a program; resolves to `{ status }` (null when a signal ended it), or to `{ error }` when it could not be
 * started; never rejects. On a signal to this process it stops the program's process group, then this process. The
 * program's output goes to `write` as text, or to standard error.
 */
export function runStep(
  program,
  options,
  { stopTimeoutMs = STOP_TIMEOUT_MS, write, ...settings } = {},
) {
  return new Promise((resolve) => {
    // In a group of its own, so that what it started ends with it.
    const child = spawn(program, options, {
      // Standard output is for the command's own result.
      stdio: write ? ['ignore', 'pipe', 'pipe'] : ['ignore', 2, 2],
      ...settings,
      detached: hasGroups,
    });
    for (const stream of write ? [child.stdout, child.stderr] : [])
      stream.setEncoding('utf8').on('data', write);
    let stoppedBy;
    let killTimer;
    const end = (signal) => {
      try {
        process.kill(hasGroups ? -Number(child.pid) : child.pid, signal);
      } catch {
        // Gone already.
      }
    };
    const stop = (signal) => {
      if (stoppedBy) return;
      stoppedBy = signal;
      end(signal);
      killTimer = setTimeout(end, stopTimeoutMs, 'SIGKILL');
    };
    const watch = setInterval(() => isOrphaned() && stop('SIGTERM'), 250);
    for (const signal of signals) process.on(signal, stop);
    const finish = (result) => {
      clearInterval(watch);
      clearTimeout(killTimer);
      for (const signal of signals) process.off(signal, stop);
      if (!stoppedBy) return resolve(result);
      end('SIGKILL');
      return process.kill(process.pid, stoppedBy);
    };
    child.on('error', (error) => finish({ error }));
    // `exit` may come before all output is read.
    child.on(write ? 'close' : 'exit', (status) => finish({ status }));
  });
}
