import { clearDownloads } from '#web/features/downloads/store.ts';
import { clearDeclinedDebriefs } from '#web/features/ledger/store.ts';
import { onClearDeviceData } from '#web/lib/device-data.ts';

/** Registers how the features' data on this device is cleared at sign-out. */
export function registerAllDeviceData(): void {
  onClearDeviceData(clearDeclinedDebriefs);
  // Downloads are stored with their owner and cleared by themselves when another person signs in.
  onClearDeviceData((owner) => owner === undefined && clearDownloads());
}
