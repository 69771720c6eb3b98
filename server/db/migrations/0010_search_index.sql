DROP TRIGGER "content_texts_search" ON "content_texts";--> statement-breakpoint
DROP FUNCTION "content_texts_search"();--> statement-breakpoint
CREATE TABLE "content_search" (
	"content_id" uuid NOT NULL,
	"language" text NOT NULL,
	"category" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "content_search_pkey" PRIMARY KEY("content_id","language")
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"language" text NOT NULL,
	"word" text collate "C" NOT NULL,
	CONSTRAINT "search_words_pkey" PRIMARY KEY("language","word")
);
--> statement-breakpoint
DROP INDEX "content_texts_searched_idx";--> statement-breakpoint
DROP INDEX "content_texts_spelled_idx";--> statement-breakpoint
ALTER TABLE "content_search" ADD CONSTRAINT "content_search_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_search_newest_idx" ON "content_search" USING btree ("language","published_at" desc,"content_id" desc);--> statement-breakpoint
CREATE INDEX "content_search_shortest_idx" ON "content_search" USING btree ("language","duration_ms","content_id");--> statement-breakpoint
CREATE INDEX "content_search_en_idx" ON "content_search" USING gin ("words") WHERE "content_search"."language" = 'en';--> statement-breakpoint
CREATE INDEX "content_search_fr_idx" ON "content_search" USING gin ("words") WHERE "content_search"."language" = 'fr';--> statement-breakpoint
CREATE INDEX "search_words_spelling_idx" ON "search_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "content_texts" DROP COLUMN "searched";--> statement-breakpoint
ALTER TABLE "content_texts" DROP COLUMN "spelled";