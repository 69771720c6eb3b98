import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** How long a step may take to stop. npm first ends what it is unpacking, and is not waited for. */
const PATIENCE_MS = 2000;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const hasGroups = process.platform !== 'win32';

const parent = process.ppid;
const isShell = ofProcess(parent, 'cmdline')?.split('\0')[1] === '-c';
const npm = isShell ? parentOf(parent) : parent;

/**
 * Whether npm, or the shell that it put between us, is gone: that shell does not hand a SIGTERM on to us. Where the shell
 * made way for us (`exec`), npm is our parent, and who started npm does not matter.
 */
export function isOrphaned() {
  if (process.env['npm_lifecycle_event'] === undefined) return false;
  return process.ppid !== parent || (isShell && parentOf(parent) !== npm);
}

function parentOf(pid) {
  // The name of the program, in brackets, may hold spaces.
  return ofProcess(pid, 'stat')
    ?.replace(/^.*\) /s, '')
    .split(' ')[1];
}

function ofProcess(pid, what) {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Runs a program to its end and resolves to its exit code, or to why it could not be started. When we are told to stop
 * meanwhile, it is stopped with all that it started, and then we are.
 */
export function runStep(program, options, { patienceMs = PATIENCE_MS, ...settings } = {}) {
  return new Promise((resolve) => {
    // In a group of its own, so that what it started ends with it.
    const child = spawn(program, options, {
      // Standard output is for the command's own result.
      stdio: ['ignore', 2, 2],
      ...settings,
      detached: hasGroups,
    });
    let stoppedBy;
    let impatient;
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
      impatient = setTimeout(end, patienceMs, 'SIGKILL');
    };
    const watch = setInterval(() => isOrphaned() && stop('SIGTERM'), 250);
    for (const signal of signals) process.on(signal, stop);
    const finish = (result) => {
      clearInterval(watch);
      clearTimeout(impatient);
      for (const signal of signals) process.off(signal, stop);
      if (!stoppedBy) return resolve(result);
      end('SIGKILL');
      return process.kill(process.pid, stoppedBy);
    };
    child.on('error', (error) => finish({ error }));
    child.on('exit', (status) => finish({ status }));
  });
}
