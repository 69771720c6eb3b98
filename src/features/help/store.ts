import { deviceStorage } from '#web/lib/storage.ts';

const KEY = 'envol-sos';

/** Returns whether “Help me now” was last asked for in silence on this device. */
export const readIsSosSilent = (): boolean => deviceStorage.read(KEY) === 'silent';

/** Remembers how “Help me now” is to be given on this device. */
export const writeIsSosSilent = (isSilent: boolean): void =>
  void deviceStorage.write(KEY, isSilent ? 'silent' : 'aloud');
