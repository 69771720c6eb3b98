-- A word that the statistics do not know is taken for one in 200 sessions, which has every session read to find none.
ALTER TABLE "content_search_en" ALTER COLUMN "words" SET STATISTICS 300;--> statement-breakpoint
ALTER TABLE "content_search_fr" ALTER COLUMN "words" SET STATISTICS 300;--> statement-breakpoint
ANALYZE "content_search_en", "content_search_fr";
