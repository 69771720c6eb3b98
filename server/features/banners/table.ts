import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { buildInstantColumn, buildPrimaryIdColumn } from '#server/db/columns.ts';
import { buildUserIdColumn } from '#server/features/account/table.ts';
import type { BannerInput } from '#shared/contract/banners.ts';
import { PRESET_BANNER_BUTTON_KEYS, PRESET_BANNER_TEXT_KEYS } from '#shared/rules/banner.ts';

/** Announcements of the operator in the pages (specification, sections 3 and 5). */
export const banners = pgTable(
  'banners',
  {
    id: buildPrimaryIdColumn(),
    name: text('name').notNull(),
    isActive: boolean('is_active').notNull(),
    visibleOnPages: jsonb('visible_on_pages').$type<BannerInput['visibleOnPages']>().notNull(),
    displayOrder: integer('display_order').notNull(),
    targetUrl: text('target_url'),
    urlParams: jsonb('url_params').$type<BannerInput['urlParams']>().notNull(),
    /** Key of a ready-made text; null when `text` is set. */
    translationKey: text('translation_key', { enum: PRESET_BANNER_TEXT_KEYS }),
    text: jsonb('text').$type<BannerInput['text']>(),
    buttonTranslationKey: text('button_translation_key', { enum: PRESET_BANNER_BUTTON_KEYS }),
    buttonText: jsonb('button_text').$type<BannerInput['buttonText']>(),
    startsAt: buildInstantColumn('starts_at'),
    endsAt: buildInstantColumn('ends_at'),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    index('banners_active_idx')
      .on(table.displayOrder, table.id)
      .where(sql`${table.isActive}`),
  ],
);

/** Which person has dismissed which banner. */
export const bannerDismissals = pgTable(
  'banner_dismissals',
  {
    userId: buildUserIdColumn(),
    bannerId: uuid('banner_id')
      .notNull()
      .references(() => banners.id, { onDelete: 'cascade' }),
    dismissedAt: buildInstantColumn('dismissed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.bannerId] }),
    index('banner_dismissals_banner_id_idx').on(table.bannerId),
  ],
);
