import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { buildChildEnvironment } from '#server/testing/child-environment.ts';

const AUTHENTICATED = Buffer.from('520000000800000000', 'hex');
const READY = Buffer.from('5a0000000549', 'hex');

const SCRIPT = `
  import { createPool } from '#server/db/pool.ts';
  import { ignoreLostConnectionRejections } from '#server/db/outage.ts';
  ignoreLostConnectionRejections();
  const { sql } = createPool(process.argv[1]);
  for (;;) await sql\`select 1\`.catch(() => undefined);
`;

it('a server goes on whose new connection breaks while the driver asks for the types of the database', async () => {
  let connections = 0;
  const again = Promise.withResolvers<'it connected again'>();
  const peer = createServer((socket) => {
    connections += 1;
    if (connections === 2) again.resolve('it connected again');
    let messages = 0;
    socket.on('error', () => undefined);
    socket.on('data', () => {
      messages += 1;
      if (messages === 1) socket.write(Buffer.concat([AUTHENTICATED, READY]));
      else socket.resetAndDestroy();
    });
  }).listen(0, '127.0.0.1');
  await once(peer, 'listening');
  const url = `postgres://envol@127.0.0.1:${(peer.address() as AddressInfo).port}/envol`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', SCRIPT, url], {
    env: buildChildEnvironment({}),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const ended = once(child, 'exit');
  expect(await Promise.race([again.promise, ended.then(() => said)])).toBe('it connected again');
  child.kill();
  await ended;
  peer.close();
});
