import { v5 } from 'uuid';
import type { App } from '#server/dependencies.ts';
import { AppError } from '#server/http/errors.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/uploads.ts';
import { appendToUpload, beginOrResumeUpload, getUpload } from './service.ts';

const NAMESPACE = 'a3b2a4b0-6a43-4f0e-8a29-3c6a5d1f0c77';
const CHUNK_TYPE = 'application/offset+octet-stream';

/** Registers the routes by which admins upload files in parts, so that an interrupted upload can continue. */
export function uploadRoutes(app: App): void {
  const { folder } = app.dependencies.media;

  registerRoute(app, contract.beginUpload, async ({ user, body: { bytes, fingerprint } }) => {
    // The same file of the same admin is the same upload.
    const id = v5(`${user.id}/${fingerprint}/${bytes}`, NAMESPACE);
    const { offset } = await beginOrResumeUpload(folder, id, bytes);
    return { id, offset };
  });
  registerRoute(app, contract.getUpload, async ({ params }) => {
    const { offset, bytes } = await getUpload(folder, params.id);
    return { offset, bytes };
  });

  // A part is read whole before anything of it is written: a connection that breaks leaves what was there.
  void app.register((scope, _options, done) => {
    const limit = { parseAs: 'buffer', bodyLimit: contract.MAX_CHUNK_BYTES } as const;
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(CHUNK_TYPE, limit, (_request, body, parsed) => parsed(null, body));
    registerRoute(scope, contract.appendToUpload, async ({ params, query, request }) => {
      if (!Buffer.isBuffer(request.body)) throw new AppError('unsupported_media');
      return { offset: await appendToUpload(folder, params.id, query.offset, request.body) };
    });
    done();
  });
}
