// The two commands, `npm start` and `npm test`, and their smaller relatives. Runs on any Node from 20 on, with nothing
// installed: installs what is missing, builds what is stale, and goes on with the pinned Node.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { runChecks } from './ci.mjs';
import { buildEnvironment, exitWithError, ensureInstalled, root } from './install.mjs';
import { isOrphaned, runInTurn, signals } from './processes.mjs';
import { MODULE_FLAGS, SERVER_ENVIRONMENT, SERVER_FLAGS, SERVER_PROGRAM } from './server-flags.mjs';

const [command = 'start', ...rest] = process.argv.slice(2);

const commands = {
  async start(node) {
    if (!(await build(node))) exitWithError('The app could not be built; see the messages above.');
    return run(node, [[...SERVER_FLAGS, SERVER_PROGRAM, ...rest]], SERVER_ENVIRONMENT);
  },
  test: (node) => runChecks('test', node, { isWhole: rest.includes('--whole') }),
  check: (node) => runChecks('check', node),
  async bench(node) {
    if (!(await build(node))) exitWithError('The app could not be built; see the messages above.');
    const all = readdirSync(join(root, 'bench')).filter((name) => name.endsWith('.bench.ts'));
    const names = rest.filter((word) => all.includes(word));
    const options = rest.filter((word) => !all.includes(word));
    return runInTurn(names.length > 0 ? names : all.toSorted(), (name) =>
      run(node, [[`bench/${name}`, ...options]]),
    );
  },
  async build(node) {
    if (!(await build(node))) exitWithError('The app could not be built; see the messages above.');
    return 0;
  },
  dev: (node) => run(node, [['--watch', 'server/main.ts'], ['node_modules/vite/bin/vite.js']]),
  run: (node) => run(node, [[...MODULE_FLAGS, ...rest]]),
};

/**
 * Runs programs in parallel until one ends, then stops the others; forwards signals. Resolves to the exit code of the
 * first that ended.
 */
function run(node, programs, environment = {}) {
  const children = programs.map((program) =>
    spawn(node, program, { cwd: root, env: buildEnvironment(node, environment), stdio: 'inherit' }),
  );
  const forward = (signal) => children.forEach((child) => child.kill(signal));
  for (const signal of signals) process.on(signal, forward);
  const watch = setInterval(() => isOrphaned() && forward('SIGTERM'), 250);
  let first;
  const endings = children.map(
    (child) =>
      new Promise((resolve) => {
        child.on('error', ({ message }) => exitWithError(message));
        child.on('exit', (code, signal) => {
          first ??= code ?? 128 + (constants.signals[signal] ?? 0);
          forward('SIGTERM');
          resolve();
        });
      }),
  );
  return Promise.all(endings).then(() => {
    clearInterval(watch);
    for (const signal of signals) process.off(signal, forward);
    return first;
  });
}

if (!Object.hasOwn(commands, command))
  exitWithError(`Unknown command "${command}": one of ${Object.keys(commands).join(', ')}.`);
process.exitCode = await commands[command](await ensureInstalled());
