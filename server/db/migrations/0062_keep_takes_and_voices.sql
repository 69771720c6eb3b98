CREATE TABLE "former_recordings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"content_id" uuid NOT NULL,
	"language" text NOT NULL,
	"name" text NOT NULL,
	"bytes" integer NOT NULL,
	"duration_ms" integer NOT NULL,
	"origin" text NOT NULL,
	"spoken_hash" text NOT NULL,
	"spans" jsonb NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"doubts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"takes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"spoken" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"approved_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "voices" (
	"language" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"words" jsonb NOT NULL,
	"styles" jsonb NOT NULL,
	CONSTRAINT "voices_language_check" CHECK ("voices"."language" in ('en', 'fr'))
);
--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "take" jsonb;--> statement-breakpoint
ALTER TABLE "content_recordings" ADD COLUMN "takes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "content_recordings" ADD COLUMN "spoken" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "content_recordings" ADD COLUMN "approved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "former_recordings" ADD CONSTRAINT "former_recordings_content_id_content_drafts_content_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_drafts"("content_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_recordings_content_id_idx" ON "former_recordings" USING btree ("content_id","language");--> statement-breakpoint
CREATE INDEX "content_recordings_unapproved_idx" ON "content_recordings" USING btree ("added_at") WHERE "content_recordings"."approved_at" is null and "content_recordings"."origin" = 'speech';