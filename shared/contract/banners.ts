import { z } from 'zod';
import {
  PRESET_BANNER_BUTTON_KEYS,
  PRESET_BANNER_TEXT_KEYS,
  isBannerTarget,
} from '#shared/rules/banner.ts';
import { BANNER_PAGE_KEYS } from '#shared/rules/page-key.ts';
import { lastEditSchema, rowVersion } from './admin.ts';
import { declareEndpoint } from './endpoint.ts';
import { id, instant, buildSingleLineTextSchema, okReply } from './fields.ts';

const urlParams = z
  .record(z.string().regex(/^[\w.-]{1,40}$/), buildSingleLineTextSchema(200))
  .refine((params) => Object.keys(params).length <= 10, { message: 'too_many' });
const pages = z
  .array(z.enum(BANNER_PAGE_KEYS))
  .max(BANNER_PAGE_KEYS.length)
  .refine((list) => new Set(list).size === list.length, { message: 'twice' });

/** A banner as it is shown (specification, section 3), its texts in the person's language. */
const activeBanner = z.object({
  id,
  name: z.string(),
  isActive: z.literal(true),
  /** Empty means every page. */
  visibleOnPages: pages,
  displayOrder: z.int(),
  targetUrl: z.string().nullable(),
  urlParams: z.record(z.string(), z.string()),
  translationKey: z.enum(PRESET_BANNER_TEXT_KEYS).nullable(),
  text: z.string(),
  /** Null for a banner without a target. */
  buttonText: z.string().nullable(),
  buttonTranslationKey: z.enum(PRESET_BANNER_BUTTON_KEYS).nullable(),
  /** When it ends; null when no end is set. */
  endsAt: instant.nullable(),
});
export type ActiveBanner = z.infer<typeof activeBanner>;

export const listActiveBanners = declareEndpoint({
  method: 'GET',
  path: '/api/banners/active',
  access: 'signed_in',
  summary: 'Active banners that the person has not dismissed, in displayOrder',
  replies: { 200: z.array(activeBanner) },
});

export const dismissBanner = declareEndpoint({
  method: 'PUT',
  path: '/api/banners/:id/dismissal',
  access: 'signed_in',
  summary: 'Dismisses a banner for the person; idempotent',
  params: z.object({ id }),
  replies: { 200: okReply },
});

const words = (max: number) =>
  z.strictObject({ en: buildSingleLineTextSchema(max), fr: buildSingleLineTextSchema(max) });

const fields = {
  /** Shown to admins only. */
  name: buildSingleLineTextSchema(80),
  isActive: z.boolean(),
  visibleOnPages: pages,
  displayOrder: z.int().min(0).max(9999),
  targetUrl: z.string().max(500).refine(isBannerTarget, { message: 'not_a_target' }).nullable(),
  urlParams,
  /** One of the ready-made texts; null when `text` is given. */
  translationKey: z.enum(PRESET_BANNER_TEXT_KEYS).nullable(),
  text: words(200).nullable(),
  /** The same for the button, required with a target. */
  buttonTranslationKey: z.enum(PRESET_BANNER_BUTTON_KEYS).nullable(),
  buttonText: words(40).nullable(),
  /** From when and until when it is shown; null means no limit. */
  startsAt: instant.nullable(),
  endsAt: instant.nullable(),
};
const bannerInput = z
  .strictObject(fields)
  .refine(({ translationKey, text }) => (translationKey === null) !== (text === null), {
    path: ['text'],
    message: 'one_of_two',
  })
  .refine(
    ({ targetUrl, buttonTranslationKey: key, buttonText }) =>
      Number(key !== null) + Number(buttonText !== null) === (targetUrl === null ? 0 : 1),
    { path: ['buttonText'], message: 'one_of_two' },
  )
  .refine(({ startsAt, endsAt }) => startsAt === null || endsAt === null || startsAt < endsAt, {
    path: ['endsAt'],
    message: 'out_of_range',
  });
export type BannerInput = z.infer<typeof bannerInput>;

const banner = z.object({ ...fields, id, version: rowVersion });
const editedBanner = banner.extend({ lastEdit: lastEditSchema });
export type StudioBanner = z.infer<typeof editedBanner>;

export const listStudioBanners = declareEndpoint({
  method: 'GET',
  path: '/api/admin/banners',
  access: 'admin',
  summary: 'Every banner, in displayOrder',
  replies: { 200: z.object({ banners: z.array(banner) }) },
});

export const getStudioBanner = declareEndpoint({
  method: 'GET',
  path: '/api/admin/banners/:id',
  access: 'admin',
  summary: 'One banner, with who changed it last',
  params: z.object({ id }),
  replies: { 200: editedBanner },
});

export const createBanner = declareEndpoint({
  method: 'POST',
  path: '/api/admin/banners',
  access: 'admin',
  summary: 'Adds a banner',
  body: z.strictObject({ banner: bannerInput }),
  replies: { 201: editedBanner },
});

export const changeBanner = declareEndpoint({
  method: 'PUT',
  path: '/api/admin/banners/:id',
  access: 'admin',
  summary: 'Changes a banner; `version` is the one that the page showed, a later one is a conflict',
  params: z.object({ id }),
  body: z.strictObject({ version: rowVersion, banner: bannerInput }),
  replies: { 200: editedBanner },
});

export const deleteBanner = declareEndpoint({
  method: 'DELETE',
  path: '/api/admin/banners/:id',
  access: 'admin',
  summary: 'Deletes a banner, at the version that the page showed; idempotent',
  params: z.object({ id }),
  query: z.object({ version: z.coerce.number().pipe(rowVersion) }),
  replies: { 200: okReply },
});
