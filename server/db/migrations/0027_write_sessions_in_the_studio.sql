CREATE TABLE "content_drafts" (
	"content_id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"version" integer NOT NULL,
	"source" jsonb NOT NULL,
	"title_en" text NOT NULL,
	"title_fr" text NOT NULL,
	"publish_at" timestamp with time zone,
	"published_version" integer,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "content_drafts_slug_key" UNIQUE("slug"),
	CONSTRAINT "content_drafts_version_check" CHECK ("content_drafts"."version" >= 0)
);
--> statement-breakpoint
CREATE TABLE "content_versions" (
	"content_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"source" jsonb NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"saved_by" uuid,
	CONSTRAINT "content_versions_pkey" PRIMARY KEY("content_id","version")
);
--> statement-breakpoint
ALTER TABLE "content_texts" ADD COLUMN "script" text;--> statement-breakpoint
ALTER TABLE "content_versions" ADD CONSTRAINT "content_versions_content_id_content_drafts_content_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_drafts"("content_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_versions" ADD CONSTRAINT "content_versions_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_drafts_publish_at_idx" ON "content_drafts" USING btree ("publish_at") WHERE "content_drafts"."publish_at" is not null;--> statement-breakpoint
CREATE INDEX "content_versions_saved_by_idx" ON "content_versions" USING btree ("saved_by");