CREATE TABLE "generations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"brief" jsonb,
	"content_id" uuid,
	"language" text,
	"scripts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"tokens_in" integer DEFAULT 0 NOT NULL,
	"tokens_out" integer DEFAULT 0 NOT NULL,
	"characters" integer DEFAULT 0 NOT NULL,
	"faults" integer,
	"failure" text,
	"started_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "generations_kind_check" CHECK ("generations"."kind" in ('draft', 'narration')),
	CONSTRAINT "generations_state_check" CHECK ("generations"."state" in ('waiting', 'running', 'done', 'failed', 'cancelled')),
	CONSTRAINT "generations_language_check" CHECK ("generations"."language" in ('en', 'fr'))
);
--> statement-breakpoint
CREATE TABLE "media_files" (
	"name" text PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "media_files_bytes_check" CHECK ("media_files"."bytes" > 0)
);
--> statement-breakpoint
CREATE TABLE "content_recordings" (
	"content_id" uuid NOT NULL,
	"language" text NOT NULL,
	"name" text NOT NULL,
	"bytes" integer NOT NULL,
	"duration_ms" integer NOT NULL,
	"origin" text NOT NULL,
	"spoken_hash" text NOT NULL,
	"spans" jsonb NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "content_recordings_pkey" PRIMARY KEY("content_id","language"),
	CONSTRAINT "content_recordings_language_check" CHECK ("content_recordings"."language" in ('en', 'fr')),
	CONSTRAINT "content_recordings_origin_check" CHECK ("content_recordings"."origin" in ('upload', 'speech')),
	CONSTRAINT "content_recordings_length_check" CHECK ("content_recordings"."duration_ms" > 0 and "content_recordings"."bytes" > 0)
);
--> statement-breakpoint
ALTER TABLE "authors" ADD COLUMN "portrait" text;--> statement-breakpoint
ALTER TABLE "generations" ADD CONSTRAINT "generations_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_recordings" ADD CONSTRAINT "content_recordings_content_id_content_drafts_content_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_drafts"("content_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "generations_started_by_idx" ON "generations" USING btree ("started_by");--> statement-breakpoint
CREATE INDEX "media_files_created_at_idx" ON "media_files" USING btree ("created_at");--> statement-breakpoint
CREATE TRIGGER "authors_publication" BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "authors" FOR EACH STATEMENT EXECUTE FUNCTION "note_publication"();
