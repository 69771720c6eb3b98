import type { App } from '#server/dependencies.ts';
import { AppError } from '#server/http/errors.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/translations.ts';
import { computeTranslationStatus, listMessagesWithLanguages } from './policy.ts';
import { listContentItemsWithLanguages } from './reads.ts';
import { listFeaturesWithCatalogue, readCatalogues } from './service.ts';

/** Registers the routes of the pages about translations. */
export function translationRoutes(app: App): void {
  registerRoute(app, contract.getTranslationStatus, async ({ db }) => {
    const features = (await listFeaturesWithCatalogue()).map(async (feature) =>
      computeTranslationStatus(feature, listMessagesWithLanguages(await readCatalogues(feature))),
    );
    const content = Map.groupBy(await listContentItemsWithLanguages(db), ({ kind }) => kind);
    return {
      features: await Promise.all(features),
      content: [...content].map(([kind, items]) => computeTranslationStatus(kind, items)),
    };
  });
  registerRoute(app, contract.getTranslations, async ({ params }) => {
    const catalogues = await readCatalogues(params.feature);
    if (Object.keys(catalogues.en).length === 0) throw new AppError('not_found');
    return catalogues;
  });
}
