import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy between the server and its database that can be interrupted, as if the database or the network failed. */
export interface DatabaseProxy {
  url: string;
  cut: () => Promise<void>;
  restore: () => Promise<void>;
  close: () => Promise<void>;
}

/** Opens a proxy on loopback to the database at `url`, so that tests can cut or delay its connections. */
export async function openDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const { searchParams, hostname, port: tcpPort } = new URL(url);
  const host = searchParams.get('host') ?? hostname;
  const port = Number(searchParams.get('port') ?? (tcpPort || 5432));
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const behind = connect(target);
    for (const one of [socket, behind]) {
      open.add(one);
      one.on('error', () => undefined).on('close', () => open.delete(one));
    }
    socket.pipe(behind).pipe(socket);
    socket.on('close', () => behind.destroy());
    behind.on('close', () => socket.destroy());
  });
  const listen = (at: number) =>
    new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  await listen(0);
  const { port: own } = server.address() as AddressInfo;
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of open) socket.destroy();
    await closed;
  };
  const through = new URL(url);
  through.search = '';
  through.host = `127.0.0.1:${own}`;
  return { url: through.href, cut, restore: () => listen(own), close: cut };
}
