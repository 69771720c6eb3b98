CREATE TABLE "content_heads_en" (
	"content_id" uuid PRIMARY KEY NOT NULL,
	"category" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"title_words" "tsvector" NOT NULL,
	"topic_words" "tsvector" NOT NULL,
	"head_words" "tsvector" NOT NULL,
	"version" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_heads_fr" (
	"content_id" uuid PRIMARY KEY NOT NULL,
	"category" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"title_words" "tsvector" NOT NULL,
	"topic_words" "tsvector" NOT NULL,
	"head_words" "tsvector" NOT NULL,
	"version" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "content_heads_en" ADD CONSTRAINT "content_heads_en_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_heads_fr" ADD CONSTRAINT "content_heads_fr_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_heads_en_newest_idx" ON "content_heads_en" USING btree ("published_at" desc,"content_id" desc);--> statement-breakpoint
CREATE INDEX "content_heads_en_title_words_idx" ON "content_heads_en" USING gin ("title_words");--> statement-breakpoint
CREATE INDEX "content_heads_en_topic_words_idx" ON "content_heads_en" USING gin ("topic_words");--> statement-breakpoint
CREATE INDEX "content_heads_en_head_words_idx" ON "content_heads_en" USING gin ("head_words");--> statement-breakpoint
CREATE INDEX "content_heads_en_version_idx" ON "content_heads_en" USING btree ("version");--> statement-breakpoint
CREATE INDEX "content_heads_fr_newest_idx" ON "content_heads_fr" USING btree ("published_at" desc,"content_id" desc);--> statement-breakpoint
CREATE INDEX "content_heads_fr_title_words_idx" ON "content_heads_fr" USING gin ("title_words");--> statement-breakpoint
CREATE INDEX "content_heads_fr_topic_words_idx" ON "content_heads_fr" USING gin ("topic_words");--> statement-breakpoint
CREATE INDEX "content_heads_fr_head_words_idx" ON "content_heads_fr" USING gin ("head_words");--> statement-breakpoint
CREATE INDEX "content_heads_fr_version_idx" ON "content_heads_fr" USING btree ("version");--> statement-breakpoint
-- A word that the statistics do not know is taken for one in 200 sessions, which has every session read to find none.
ALTER TABLE "content_heads_en" ALTER COLUMN "title_words" SET STATISTICS 300, ALTER COLUMN "topic_words" SET STATISTICS 300, ALTER COLUMN "head_words" SET STATISTICS 300;--> statement-breakpoint
ALTER TABLE "content_heads_fr" ALTER COLUMN "title_words" SET STATISTICS 300, ALTER COLUMN "topic_words" SET STATISTICS 300, ALTER COLUMN "head_words" SET STATISTICS 300;--> statement-breakpoint
-- Without a version they are indexed at the next start.
INSERT INTO "content_heads_en" SELECT "content_id", "category", "published_at", '', '', '', '' FROM "content_search_en";--> statement-breakpoint
INSERT INTO "content_heads_fr" SELECT "content_id", "category", "published_at", '', '', '', '' FROM "content_search_fr";
