// Every table of the product, gathered for Drizzle; each lives with the feature that owns it.
export * from '#server/features/account/table.ts';
export * from '#server/features/assessment/table.ts';
export * from '#server/features/audit/table.ts';
export * from '#server/features/billing/table.ts';
export * from '#server/features/breathing/table.ts';
export * from '#server/features/contents/search/table.ts';
export * from '#server/features/contents/table.ts';
export * from '#server/features/feedback/table.ts';
export * from '#server/features/flights/table.ts';
export * from '#server/features/identity/table.ts';
export * from '#server/features/ladder/table.ts';
export * from '#server/features/ledger/table.ts';
export * from '#server/features/player/table.ts';
export * from '#server/features/programs/table.ts';
export * from '#server/features/streak/table.ts';
export * from '#server/features/sync/table.ts';
export * from '#server/features/waitlist/table.ts';
