CREATE TABLE "content_search_en" (
	"content_id" uuid PRIMARY KEY NOT NULL,
	"category" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_search_fr" (
	"content_id" uuid PRIMARY KEY NOT NULL,
	"category" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
INSERT INTO "content_search_en" ("content_id", "category", "published_at", "duration_ms", "words")
	SELECT "content_id", "category", "published_at", "duration_ms", "words" FROM "content_search" WHERE "language" = 'en';--> statement-breakpoint
INSERT INTO "content_search_fr" ("content_id", "category", "published_at", "duration_ms", "words")
	SELECT "content_id", "category", "published_at", "duration_ms", "words" FROM "content_search" WHERE "language" = 'fr';--> statement-breakpoint
DROP TABLE "content_search";--> statement-breakpoint
ALTER TABLE "content_search_en" ADD CONSTRAINT "content_search_en_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_search_fr" ADD CONSTRAINT "content_search_fr_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_search_en_newest_idx" ON "content_search_en" USING btree ("published_at" desc,"content_id" desc);--> statement-breakpoint
CREATE INDEX "content_search_en_shortest_idx" ON "content_search_en" USING btree ("duration_ms","content_id");--> statement-breakpoint
CREATE INDEX "content_search_en_words_idx" ON "content_search_en" USING gin ("words");--> statement-breakpoint
CREATE INDEX "content_search_fr_newest_idx" ON "content_search_fr" USING btree ("published_at" desc,"content_id" desc);--> statement-breakpoint
CREATE INDEX "content_search_fr_shortest_idx" ON "content_search_fr" USING btree ("duration_ms","content_id");--> statement-breakpoint
CREATE INDEX "content_search_fr_words_idx" ON "content_search_fr" USING gin ("words");