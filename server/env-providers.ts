import { z } from 'zod';

const providerUrl = z.url({
  protocol: /^https?$/,
  error: 'must be an address such as https://api.openai.com/v1',
});
/** For a million tokens or characters. */
const price = z.coerce.number('must be a number, for a million').min(0, 'must not be negative');

const FINGERPRINT = /^[0-9A-F]{2}(?::[0-9A-F]{2}){31}$/;

/** Schemas of the settings of the media bucket, the writer of drafts, the speaker of scripts and the Android app. */
export const providerSettingSchemas = {
  S3_ENDPOINT: providerUrl.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: z.string().default('us-east-1'),
  GENERATION_URL: providerUrl.optional(),
  GENERATION_PRICE_INPUT: price.optional(),
  GENERATION_PRICE_OUTPUT: price.optional(),
  GENERATION_CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a currency such as USD')
    .default('USD'),
  SPEECH_URL: providerUrl.optional(),
  SPEECH_PRICE: price.optional(),
  SPEECH_AT_ONCE: z.coerce
    .number('must be a number')
    .int('must be whole')
    .min(1, 'must be at least 1')
    .max(32, 'must be at most 32')
    .default(4),
  ANDROID_PACKAGE: z
    .string()
    .regex(/^[a-z]\w*(?:\.[a-z]\w*)+$/i, 'must be the name of a package, such as com.example.envol')
    .optional(),
  ANDROID_CERTIFICATES: z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim().toUpperCase()))
    .refine((list) => list.every((part) => FINGERPRINT.test(part)), {
      message: 'must be SHA-256 fingerprints with commas between, each of 32 bytes such as A1:B2:…',
    })
    .optional(),
};
type Values = z.infer<z.ZodObject<typeof providerSettingSchemas>>;
type Given = Record<string, string>;

/**
 * Reads the settings of outside services: the media bucket (`s3`), the language model that writes drafts (`writer`),
 * the speech synthesis that speaks scripts (`speaker`), the app in Android’s store (`androidApp`), each undefined unless
 * complete, and their `prices`. Keys are
 * not checked, because they have no fixed form.
 */
export function readProviderSettings(values: Values, given: Given) {
  return {
    s3: readBucket(values, given),
    writer: readWriter(given),
    speaker: readSpeaker(given),
    sentencesAtOnce: values.SPEECH_AT_ONCE,
    androidApp: readAndroidApp(values),
    prices: {
      currency: values.GENERATION_CURRENCY,
      input: values.GENERATION_PRICE_INPUT,
      output: values.GENERATION_PRICE_OUTPUT,
      characters: values.SPEECH_PRICE,
    },
  };
}

/** The bucket that stores media; undefined means the disk. */
function readBucket(
  { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region }: Values,
  { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey }: Given,
) {
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return undefined;
  return { endpoint, bucket, region, accessKeyId, secretAccessKey };
}

function readAndroidApp({ ANDROID_PACKAGE: name, ANDROID_CERTIFICATES: certificates }: Values) {
  return name && certificates ? { package: name, certificates } : undefined;
}

function readWriter({ GENERATION_URL: url, GENERATION_MODEL: model, GENERATION_KEY: key }: Given) {
  return url && model ? { url, model, key } : undefined;
}

/** An endpoint, or a command on this machine. */
function readSpeaker({
  SPEECH_URL: url,
  SPEECH_MODEL: model,
  SPEECH_KEY: key,
  SPEECH_VOICE_EN: en,
  SPEECH_VOICE_FR: fr,
  SPEECH_COMMAND: command,
}: Given) {
  if (url && model) return { url, model, key, voices: { en: en ?? 'alloy', fr: fr ?? 'alloy' } };
  return command ? { command, voices: { en: en ?? 'en', fr: fr ?? 'fr' } } : undefined;
}
