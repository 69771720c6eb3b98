import type { App } from '#server/dependencies.ts';
import { AppError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import * as contract from '#shared/contract/translations.ts';
import {
  computeContentTranslationStatus,
  computeTranslationStatus,
  createMessageUsageCheck,
  mergeLanguages,
} from './policy.ts';
import { listContentTexts } from './reads.ts';
import { readCatalogues, readSourceFiles } from './service.ts';

/** Reads the catalogues and where their messages are used, which do not change while the server runs. */
async function readTranslations() {
  const [catalogues, sources] = await Promise.all([readCatalogues(), readSourceFiles()]);
  const isUsed = createMessageUsageCheck(sources);
  const features = [...catalogues].map(([feature, texts]) => {
    const messages = mergeLanguages(texts);
    return { status: computeTranslationStatus(feature, messages, isUsed), messages };
  });
  return new Map(features.map((feature) => [feature.status.feature, feature]));
}

/** Registers the routes of the pages about translations. */
export function translationRoutes(app: App): void {
  let reading: ReturnType<typeof readTranslations> | undefined;
  const readOnce = () => {
    reading ??= readTranslations().catch((error: unknown) => {
      // Read again at the next request.
      reading = undefined;
      throw error;
    });
    return reading;
  };

  route(app, contract.getTranslationStatus, async ({ db }) => {
    const features = await readOnce();
    const content = await listContentTexts(db);
    return {
      features: [...features.values()].map(({ status }) => status),
      content: (['sessions', 'programs', 'lessons', 'authors'] as const).map((kind) =>
        computeContentTranslationStatus(kind, content[kind]),
      ),
    };
  });
  route(app, contract.getTranslations, async ({ params }) => {
    const feature = (await readOnce()).get(params.feature);
    if (!feature) throw new AppError('not_found');
    return { messages: feature.messages };
  });
}
