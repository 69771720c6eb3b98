import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createPool, type Pool } from '#server/db/pool.ts';
import { createTestDatabase } from '#server/testing/database.ts';

let pool: Pool;
let other: Pool;
beforeAll(async () => {
  pool = await createTestDatabase({ max: 2 });
  other = await createTestDatabase({ max: 1 });
  await pool.query('create table notes (text text primary key)');
});
afterAll(async () => {
  await pool.close();
  await other.close();
});

const readNotes = async () => {
  const { rows } = await pool.query<{ text: string }>('select text from notes order by text');
  return rows;
};

/** Ends a connection from the server's side, as when the engine dies. */
const terminate = (pid: number) => other.query('select pg_terminate_backend($1, 5000)', [pid]);

async function readPid(db: Pick<Pool['db'], 'execute'>): Promise<number> {
  const {
    rows: [row],
  } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  return row?.pid ?? 0;
}

describe('a transaction', () => {
  it('whose connection ends fails, and leaves nothing behind', async () => {
    const lost = pool.db.transaction(async (tx) => {
      await tx.execute(sql`insert into notes values ('lost')`);
      await terminate(await readPid(tx));
      await tx.execute(sql`insert into notes values ('never')`);
    });
    await expect(lost).rejects.toThrow();
    expect(await readNotes()).toEqual([]);
  });

  it('whose connection ended runs no statement on another one', async () => {
    const outcomes: string[] = [];
    const lost = pool.db.transaction(async (tx) => {
      await terminate(await readPid(tx));
      for (const text of ['one', 'two', 'three']) {
        await tx.execute(sql`insert into notes values (${text})`).then(
          () => outcomes.push('done'),
          () => outcomes.push('refused'),
        );
        // Another one begins meanwhile.
        await pool.db.transaction((next) => next.execute(sql`select 1`));
      }
    });
    await expect(lost).rejects.toThrow();
    expect(outcomes).toEqual(['refused', 'refused', 'refused']);
    expect(await readNotes()).toEqual([]);
  });

  it('ends with its work: a statement that comes later is refused', async () => {
    const late = await pool.db.transaction(async (tx) => () => tx.execute(sql`select 1`));
    await expect(late()).rejects.toThrow();
  });

  it('fails with the error of its statement, even where that was caught', async () => {
    const failed = pool.db.transaction(async (tx) => {
      await tx.execute(sql`insert into notes values ('kept')`);
      await tx.execute(sql`select no_such_column`).catch(() => undefined);
    });
    await expect(failed).rejects.toMatchObject({
      cause: { message: expect.stringContaining('no_such_column') as string },
    });
    expect(await readNotes()).toEqual([]);
  });

  it('keeps what was done around a part of it that failed', async () => {
    await pool.db.transaction(async (tx) => {
      await tx.execute(sql`insert into notes values ('before')`);
      const part = tx.transaction(async (inner) => {
        await inner.execute(sql`insert into notes values ('inner')`);
        throw new Error('no');
      });
      await expect(part).rejects.toThrow('no');
      await tx.transaction((inner) => inner.execute(sql`insert into notes values ('then')`));
    });
    expect(await readNotes()).toMatchObject([{ text: 'before' }, { text: 'then' }]);
    await pool.query('delete from notes');
  });

  it('waits its turn where more begin than there are connections', async () => {
    const add = (index: number) =>
      pool.db.transaction(async (tx) => {
        await tx.execute(sql`insert into notes values (${`n${index}`})`);
        return readPid(tx);
      });
    const pids = await Promise.all(Array.from({ length: 20 }, (_, index) => add(index)));
    expect(new Set(pids).size).toBeLessThanOrEqual(2);
    expect(await readNotes()).toHaveLength(20);
    await pool.query('delete from notes');
  });
});

describe('a pool', () => {
  it('answers again after all its connections ended in the middle of a statement', async () => {
    const sleeping = [1, 2].map(() => pool.query('select pg_sleep(600)').catch(() => 'ended'));
    const find = async () => {
      const { rows } = await other.query<{ pid: number }>(
        `select pid from pg_stat_activity where query like 'select pg_sleep(600)%' and state = 'active'`,
      );
      return rows;
    };
    await expect.poll(async () => (await find()).length).toBe(2);
    for (const { pid } of await find()) await terminate(pid);
    expect(await Promise.all(sleeping)).toEqual(['ended', 'ended']);
    await expect
      .poll(() => pool.query('select 1 as one').catch(() => null))
      .toEqual({ rows: [{ one: 1 }] });
    // None of the connections hands on an error of its predecessor.
    const all = Array.from({ length: 8 }, () => pool.query('select 1 as one'));
    expect(await Promise.all(all)).toHaveLength(8);
  });

  it('runs several statements at once, with an empty list of values too', async () => {
    const script = `begin; insert into notes values ('a'); insert into notes values ('b') returning text; commit`;
    expect(await pool.query(script, [])).toEqual({ rows: [{ text: 'b' }] });
    expect(await readNotes()).toHaveLength(2);
  });

  it('leaves no half-done transaction where one of several statements fails', async () => {
    const script = `begin; insert into notes values ('c'); insert into notes values ('c'); commit`;
    await expect(pool.query(script)).rejects.toThrow(/duplicate key/);
    expect(await pool.query('select 1 as one', [])).toEqual({ rows: [{ one: 1 }] });
    expect(await readNotes()).toHaveLength(2);
  });

  it('listens again once it lost the connection it listened on', async () => {
    const heard: string[] = [];
    let starts = 0;
    const listening = await pool.listen(
      'news',
      (payload) => heard.push(payload),
      () => (starts += 1),
    );
    const {
      rows: [row],
    } = await other.query<{ pid: number }>(`
      select pid from pg_stat_activity where query = 'listen "news"'`);
    await terminate(row?.pid ?? 0);
    await expect.poll(() => starts).toBe(2);
    await pool.query(`select pg_notify('news', 'hello')`);
    await expect.poll(() => heard).toEqual(['hello']);
    await listening.close();
  });
});

it('a statement that fails after its first rows leaves no gaps in what the next ones give', async () => {
  const single = createPool(pool.url, { max: 1 });
  onTestFinished(() => single.close());
  const fail = sql`select 1 / (4 - n) as share from generate_series(1, 9) n`;
  const succeed = sql`select n from generate_series(1, 2) n`;
  const rows = [{ n: 1 }, { n: 2 }];
  const [failed, next] = await Promise.allSettled([
    single.db.execute(fail),
    single.db.execute(succeed),
  ]);
  expect(failed.status).toBe('rejected');
  expect(next).toMatchObject({ status: 'fulfilled', value: { rows } });
  await expect(single.db.execute(fail)).rejects.toThrow();
  expect(await single.query('select n from generate_series(1, 2) n')).toEqual({ rows });
  await expect(single.db.execute(fail)).rejects.toThrow();
  expect((await single.query('select n from generate_series(1, $1::integer) n', [2])).rows).toEqual(
    rows,
  );
});

it('a closed pool refuses statements', async () => {
  const closed = createPool(pool.url, { max: 1 });
  await closed.query('select 1');
  await closed.close();
  await expect(closed.query('select 1')).rejects.toThrow();
});

it('an export that is read slowly holds up no other transaction', async () => {
  const single = createPool(pool.url, { max: 1 });
  onTestFinished(() => single.close());
  const written = await single.exportDb.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    return single.db.transaction((other) =>
      other.execute(sql`insert into notes values ('meanwhile') returning text`),
    );
  });
  expect(written.rows).toEqual([{ text: 'meanwhile' }]);
});
