import type { Database } from '#server/db/connect.ts';
import { totalWatermarks } from '../table.ts';

/** Stores until when a figure is added up. */
export async function saveTotalCountedUntil(
  tx: Database,
  name: string,
  until: Date,
): Promise<void> {
  await tx
    .insert(totalWatermarks)
    .values({ name, until })
    .onConflictDoUpdate({ target: totalWatermarks.name, set: { until } });
}
