import { GROUPED_SETTING_NAMES } from './env-groups.ts';
import { settingsSchema } from './env.ts';
import { THIRD_PARTY_SCRIPT_SETTINGS } from './features/scripts/policy.ts';

/** Lists the names of all settings, in no particular order. */
export const listSettingNames = (): string[] => [
  ...new Set([
    ...Object.keys(settingsSchema.shape),
    ...GROUPED_SETTING_NAMES,
    ...THIRD_PARTY_SCRIPT_SETTINGS,
    'SPEECH_COMMAND',
    'SPEECH_VOICE_EN',
    'SPEECH_VOICE_FR',
  ]),
];

/** Returns the defaults of the settings that have one of text or number. */
export const getSettingDefaults = (): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(settingsSchema.parse({})).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
    ),
  );
