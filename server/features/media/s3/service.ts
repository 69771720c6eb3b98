import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';

/** A bucket of any object store with the protocol of S3. */
export interface S3Settings {
  /** Such as https://s3.eu-west-3.amazonaws.com, without the bucket. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export const SIGNED_URL_SECONDS = 15 * 60;
/** How long a request to the store may take: an upload of 200 MB at 4 Mbit/s. */
const TIMEOUT_MS = 7 * 60_000;

/**
 * Creates the client of an S3 bucket that stores media files as objects; browsers fetch them by signed URLs. Its
 * methods reject when the store refuses or does not answer.
 */
export function createBucketClient({ endpoint, bucket, region, ...keys }: S3Settings) {
  const client = new AwsClient({ ...keys, region, service: 's3', retries: 3 });
  const buildUrl = (name: string) => new URL(`/${bucket}/${name}`, endpoint);

  async function request(name: string, init: RequestInit & { duplex?: 'half' }): Promise<void> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const signed = await client.sign(buildUrl(name), init);
    const response = await fetch(signed.url, { ...init, headers: signed.headers, signal });
    await response.body?.cancel();
    // What is to be removed may be gone already.
    if (!response.ok && !(init.method === 'DELETE' && response.status === 404))
      throw new Error(`The object store answered ${response.status} to ${init.method}`);
  }

  return {
    origin: new URL(endpoint).origin,
    /** Uploads a file under a name; the object exists whole or not at all. */
    async put(name: string, file: string, type: string): Promise<void> {
      const { size } = await stat(file);
      const body = Readable.toWeb(createReadStream(file)) as ReadableStream;
      const headers = {
        'content-type': type,
        'content-length': String(size),
        'cache-control': `private, max-age=31536000, immutable`,
        'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
      };
      await request(name, { method: 'PUT', body, headers, duplex: 'half' });
    },
    remove: (name: string): Promise<void> => request(name, { method: 'DELETE' }),
    /** Returns a signed URL of an object, valid for `SIGNED_URL_SECONDS`. Whether it exists is not checked. */
    async sign(name: string): Promise<string> {
      const url = buildUrl(name);
      url.searchParams.set('X-Amz-Expires', String(SIGNED_URL_SECONDS));
      const signed = await client.sign(url, { method: 'GET', aws: { signQuery: true } });
      return signed.url;
    },
  };
}
